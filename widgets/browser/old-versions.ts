// When older versions of the site are forgotten: once every tab that was opened with one of them is closed. Until then
// such a tab finds the scripts it has yet to load.
import { KeptFiles } from "./kept-files";
import { root, scope } from "./worker-scope";

interface Left {
  versions: string[];
  /** The tabs that were open when this version took over. */
  tabs: string[];
}

const NOTE = "offline-left";

/** This version has just taken over, and no tab was opened with it yet. */
export async function leaveOldVersions(kept: KeptFiles, older: readonly KeptFiles[]): Promise<void> {
  if (older.length === 0) return;
  const tabs = (await openTabs()).map(({ id }) => id);
  const left: Left = { versions: older.map(({ site }) => site.version), tabs };
  await kept.note(NOTE, left);
  await forgetOldVersions(kept);
}

export async function forgetOldVersions(kept: KeptFiles): Promise<void> {
  const left = (await kept.noted(NOTE)) as Left | undefined;
  const { installing, waiting } = scope.registration;
  // The next version may be an old one once more, and takes over from them.
  if (!left || installing || waiting) return;
  const open = new Set((await openTabs()).map(({ id }) => id));
  if (left.tabs.some((id) => open.has(id))) return;
  for (const version of left.versions) await KeptFiles.forget(root, version);
  await kept.unnote(NOTE);
}

/** The open tabs with pages of this site, also those that do without the worker. */
async function openTabs(): Promise<{ id: string }[]> {
  const tabs = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  return tabs.filter(({ url }) => url.startsWith(root.href));
}
