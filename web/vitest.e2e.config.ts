// Browser tests: Vitest runs them, playwright-core drives Chromium on the built page.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    exclude: process.argv.includes('speed') ? [] : ['tests/e2e/speed.test.ts'], // goes by the clock: ./dev web speed
    testTimeout: 60000, // on two slow cores, beside other work
    hookTimeout: 60000,
    fileParallelism: false,
    maxWorkers: 1,
  },
});
