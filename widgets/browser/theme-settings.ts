// Material keeps its settings as if storage were there and held what Material wrote. Where storage is blocked or
// holds something else, there are no settings: else Material would throw, and what asked for them never come.

type Access = (...request: unknown[]) => unknown;

/** The functions by which Material reads and writes; they are made after this file has run. */
for (const name of ["__md_get", "__md_set"]) {
  let access: Access | undefined;
  Object.defineProperty(window, name, {
    get: () => access,
    set(made: Access) {
      access = (...request) => {
        try {
          return made(...request);
        } catch {
          return null;
        }
      };
    },
  });
}
