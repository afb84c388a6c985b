// Stop, as the worker sees it, on any host. Python asks its interrupt "buffer" now and then, even in a busy loop;
// this one asks in turn whether the run's blob URL is still there. The page revokes it to stop that run and no other.
// While all goes on, Python gets a signal at which it sends what was printed and not yet sent.

export const SIGINT = 2;
export const SIGALRM = 14;
/** A synchronous request takes about 2.5 ms. */
export const POLL_MS = 100;
const ANSWER_MS = 1000;

export class InterruptPoll {
  /** At most one signal a run: whoever catches it may go on. */
  private delivered = false;
  private ended = false;
  private askedAt: number;

  constructor(
    private readonly isThere: () => boolean,
    private readonly now: () => number,
  ) {
    this.askedAt = now();
  }

  /** What Python reads as the number of a waiting signal. */
  get 0(): number {
    if (this.ended || this.now() - this.askedAt < POLL_MS) return 0;
    const goesOn = this.delivered || this.isThere();
    this.askedAt = this.now();
    if (goesOn) return SIGALRM;
    this.delivered = true;
    return SIGINT;
  }

  /** Python puts the signal down once it has read it; so has the getter. */
  set 0(_: number) {
    // nothing is left to do
  }

  /** The run is over: the page revokes its URL then, too, and what Python does last must not be interrupted. */
  end(): void {
    this.ended = true;
  }

  /** Interrupts the run otherwise, if it can be. Python that does so must not be interrupted itself. */
  settleBy(interrupt: () => boolean): void {
    const before = this.delivered;
    this.delivered = true;
    this.delivered = interrupt() || before;
  }
}

/** Whether a blob URL has not been revoked. Blocks; no answer is no reason to stop, nor to wait for ever. */
export function urlIsThere(url: string): boolean {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.timeout = ANSWER_MS;
    request.send();
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "TimeoutError";
  }
}
