// What the build knows about the runtime it packed.
import type { RuntimeUrls } from "./protocol";

/** The paths are relative to the site's root. */
export interface Runtime extends RuntimeUrls {
  /** What a first run fetches. */
  downloadBytes: number;
  /** Whether browsers keep Python's memory, as it is after the first imports, for later visits. */
  snapshots: boolean;
}

/** The object as JSON. esbuild puts it in the place of the name; an object it would put into a file of its own. */
declare const __RUNTIME__: string;

export const runtime = JSON.parse(__RUNTIME__) as Runtime;
