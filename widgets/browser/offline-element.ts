// <fp-offline>: keeps a track or the whole course in this browser, on request. Where no offline worker is at work it
// stays empty.
import type { Keeper } from "./keeper";
import { atWork } from "./offered";

/** The element's class, for the site at `root`. `removed` is told when files are gone that this page may have loaded. */
export function offlineElement(root: URL, removed: () => void): CustomElementConstructor {
  return class FpOffline extends HTMLElement {
    private keeper: Keeper | undefined;

    connectedCallback(): void {
      this.begin().catch(() => undefined); // without storage there is nothing to offer
    }

    disconnectedCallback(): void {
      this.keeper?.cancel();
    }

    private async begin(): Promise<void> {
      await atWork(root);
      const { Keeper } = await import("./keeper");
      this.keeper ??= new Keeper(this, root, this.dataset.set ?? "", removed);
      await this.keeper.offer();
    }
  };
}
