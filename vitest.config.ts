import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["widgets/**/*.test.ts"],
    // One document and one set of modules for all files: a third of the time.
    pool: "threads",
    isolate: false,
  },
});
