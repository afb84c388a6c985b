// Material fetches the index of all pages with every page and makes ready to search it, a third of the work of opening
// one. Here it gets the index when the reader turns to the search.

const INDEX = "search/search_index.json";
const FIELD = "[data-md-component=search-query]";

/** Resolves when the reader is in the search field, or has come with words to look for. */
const wanted = new Promise<void>((resolve) => {
  if (new URLSearchParams(location.search).has("q")) resolve();
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(FIELD)) resolve();
  });
});

window.XMLHttpRequest = class extends XMLHttpRequest {
  private isIndex = false;

  override open(method: string, url: string | URL, ...more: unknown[]): void {
    this.isIndex = new URL(url, location.href).pathname.endsWith(INDEX);
    super.open(method, url, ...(more as [boolean]));
  }

  override send(body?: XMLHttpRequestBodyInit | null): void {
    const send = (): void => {
      super.send(body);
    };
    if (this.isIndex) void wanted.then(send);
    else send();
  }
};
