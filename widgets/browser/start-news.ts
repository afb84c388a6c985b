// What a cell says while Python starts: the stage and, when nothing comes for long, that.
import type { StageReply } from "./protocol";
import { stageProgress, stageText } from "./wording";

/** So long without news is worth a word. */
export const QUIET_MS = 10_000;
const QUIET = `nothing new for ${QUIET_MS / 1000} s, Stop ends the wait`;

export class StartNews {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (status: string, progress: string) => void,
    first: string,
  ) {
    this.wait(first, "");
  }

  tell(reply: StageReply): void {
    const [status, progress] = [stageText(reply), stageProgress(reply)];
    this.show(status, progress);
    this.wait(status, progress);
  }

  /** The start is over. */
  end(): void {
    clearTimeout(this.timer);
  }

  private wait(status: string, progress: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.show(`${status}${progress}; ${QUIET}`, "");
    }, QUIET_MS);
  }
}
