// In the place of the offline worker on an author's server. A worker that the same address got elsewhere would go on
// showing old pages: this one takes its place, forgets what it kept, and goes.
import { KeptFiles } from "../browser/kept-files";
import { root, scope } from "../browser/worker-scope";

scope.addEventListener("install", () => {
  void scope.skipWaiting();
});
scope.addEventListener("activate", (event) => {
  event.waitUntil(leave());
});

async function leave(): Promise<void> {
  await KeptFiles.forgetAll(root);
  await scope.registration.unregister();
  for (const tab of await scope.clients.matchAll({ type: "window" })) await tab.navigate(tab.url);
}
