// How the build's Node scripts end: Pyodide keeps handles open, so they leave by themselves.

/** Run a script's work on the command line's arguments, whose number its caller answers for. */
export function runScript(work: (...args: [string, string, string, string, ...string[]]) => Promise<void>): void {
  work(...(process.argv.slice(2) as [string, string, string, string, ...string[]])).then(
    () => process.exit(0),
    (failure: unknown) => {
      // A Pyodide error's stack quotes the interpreter's source, megabytes of it.
      console.error(failure instanceof Error ? failure.message : failure);
      process.exit(1);
    },
  );
}
