// What a new version takes over from what is kept of older ones.
import { pathsOf, stem, type SiteFiles } from "./site-files";

/** What is kept of a version. */
export interface Kept {
  readonly site: SiteFiles;
  readonly paths: ReadonlySet<string>;
}

/** A file of the new version, and an old file that is the same, if there is one. */
export interface Step<Old> {
  readonly path: string;
  readonly same: { readonly of: Old; readonly path: string } | null;
}

/** Whatever was there is there again in its new form, besides the sets that are asked for. */
export function planTakeOver<Old extends Kept>(site: SiteFiles, older: readonly Old[], sets: Iterable<string>): Step<Old>[] {
  const had = new Set(older.flatMap(({ paths }) => [...paths]));
  const byHash = new Map<string, { of: Old; path: string }>();
  for (const of of older) {
    for (const path of of.paths) {
      const entry = of.site.files[path];
      if (entry) byHash.set(entry[1], { of, path });
    }
  }
  const wanted = new Set([...sets].flatMap((set) => pathsOf(site, set)));
  const renewed = newForms(Object.keys(site.files), had);
  return Object.entries(site.files)
    .filter(([path]) => had.has(path) || renewed.has(path) || wanted.has(path))
    .map(([path, [, hash]]) => ({ path, same: byHash.get(hash) ?? null }));
}

/** Files that only differ by a hash in their names from one that was there. What several are called names none. */
function newForms(paths: readonly string[], had: Iterable<string>): Set<string> {
  const stems = new Set([...had].map(stem));
  const forms = new Map<string, string[]>();
  for (const path of paths) forms.set(stem(path), [...(forms.get(stem(path)) ?? []), path]);
  return new Set([...forms].flatMap(([name, named]) => (named.length === 1 && stems.has(name) ? named : [])));
}
