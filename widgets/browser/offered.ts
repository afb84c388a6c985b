// The browser's door to the offline worker.

/** Browsers give it to pages that nobody could have changed on their way; an author's server is not to show old pages. */
export function offered(): ServiceWorkerContainer | undefined {
  const served = document.querySelector('script[src^="/.course/"]');
  return served ? undefined : (navigator as Partial<Navigator>).serviceWorker;
}

export function scriptOf(root: URL): string {
  return new URL("offline.js", root).href;
}

/** Once the worker of the site at `root` answers for this page; never, where there is none. */
export function atWork(root: URL): Promise<void> {
  return new Promise((resolve) => {
    const container = offered();
    const look = (): void => {
      if (container?.controller?.scriptURL === scriptOf(root)) resolve();
    };
    container?.addEventListener("controllerchange", look);
    look();
  });
}
