import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["widgets/**/*.test.ts"],
  },
});
