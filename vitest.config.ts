import { defineConfig } from 'vitest/config'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['{contract,server,web,test,scripts,database}/**/*.test.{ts,tsx}'],
    globalSetup: 'test/global-setup.ts',
    setupFiles: ['test/dom-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
