// What a page tells the offline worker.

export type ToOfflineWorker =
  /** These files of the site were loaded, perhaps before the worker was there. */
  | { type: "opened"; paths: string[] }
  /** Python has run: what it needs shall be there the next time. */
  | { type: "ran" }
  /** Take over from the older version. */
  | { type: "switch" };
