// What the build knows about the runtime it packed.

export interface Runtime {
  /** Paths relative to the site's root. */
  core: string;
  stdlib: string;
  fullStdlib: string;
  lock: string;
  course: string;
  /** What a first run fetches. */
  downloadBytes: number;
}

/** The object as JSON. esbuild puts it in the place of the name; an object it would put into a file of its own. */
declare const __RUNTIME__: string;

export const runtime = JSON.parse(__RUNTIME__) as Runtime;
