// What the status line of a cell says.
import { assertNever, type StageReply } from "./protocol";

const BYTES_PER_MB = 1e6;

export function megabytes(bytes: number): string {
  return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
}

/** Before anything is fetched. */
export function downloadNote(bytes: number): string {
  return `The first run fetches ${megabytes(bytes)}`;
}

export function stageText({ stage }: StageReply): string {
  switch (stage) {
    case "fetch":
      return "Fetching Python";
    case "start":
      return "Starting Python";
    case "course":
      return "Loading the course’s code";
    default:
      return assertNever(stage);
  }
}

/** How far a stage is: it goes on all the time, so it is shown but not read out. */
export function stageProgress({ stage, loaded, total }: StageReply): string {
  if (stage !== "fetch") return "";
  if (total === 0) return `: ${megabytes(loaded)}`;
  return `: ${(Math.min(loaded, total) / BYTES_PER_MB).toFixed(1)} of ${megabytes(total)}`;
}

export function quoted(cell: string): string {
  return `“${cell}”`;
}

export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(0)} s`;
}

/** The text alternative of a figure; the author's describes what the published code draws. */
export function figureLabel(alt: readonly string[], figure: number, edited: boolean): string {
  const published = alt[figure];
  if (published === undefined) return `Figure ${figure + 1}`;
  return edited ? `${published} (as published; the code has been edited)` : published;
}
