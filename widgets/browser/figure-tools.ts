// When a reader comes near a cell that shows figures, the buttons that download them are fetched.

export function offerDownloads(cell: HTMLElement): void {
  let fetched: Promise<void> | undefined;
  const come = (): void => {
    if (!cell.querySelector(".fp-figure")) return;
    fetched ??= import("./figure-downloads").then(
      ({ addDownloads }) => {
        addDownloads(cell);
      },
      () => {
        fetched = undefined; // the next time may be better
      },
    );
  };
  cell.addEventListener("pointerenter", come);
  cell.addEventListener("focusin", come);
}
