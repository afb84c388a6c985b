// Has a snapshot made for the reader's next visits, by a worker of its own, while nothing else is going on.
import type { KernelState } from "./kernel";
import { parseReply } from "./parse";
import type { Part, RuntimeUrls, SnapshotRequest } from "./protocol";

/** So long must Python have had nothing to do. */
export const IDLE_MS = 5000;

export class SnapshotMaker {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private worker: Worker | undefined;
  private done = false;

  /** `isWanted` tells whether this browser can keep a snapshot and has none. */
  constructor(
    private readonly spawn: () => Worker,
    private readonly runtime: RuntimeUrls,
    private readonly name: string,
    private readonly isWanted: (name: string) => Promise<boolean>,
  ) {}

  /** To be told of Python's states, and of what it is made of by then. */
  follow(state: KernelState, parts: () => Part[]): void {
    this.rest();
    if (state === "ready" && !this.done) this.timer = setTimeout(() => void this.make(parts), IDLE_MS);
  }

  private async make(parts: () => Part[]): Promise<void> {
    const { timer } = this;
    const wanted = await this.isWanted(this.name);
    if (timer !== this.timer) return; // Python has got something to do
    if (!wanted) {
      this.done = true;
      return;
    }
    const request: SnapshotRequest = {
      type: "snapshot",
      id: 0,
      runtime: this.runtime,
      parts: parts(),
      snapshot: this.name,
    };
    this.worker = this.spawn();
    this.worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (parseReply(data).type !== "done") return;
      this.done = true; // also if it was not to be made
      this.rest();
    });
    this.worker.postMessage(request);
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.worker?.terminate();
    this.worker = undefined;
  }
}
