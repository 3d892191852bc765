import { defineConfig } from 'vitest/config'

const everywhere = '{contract,server,web,test,scripts,database,bench}/**'
const withoutPages = '{contract,server,test,scripts,database,bench}/**'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: [`${withoutPages}/*.test.ts`],
          exclude: ['**/*.db.test.ts'],
          isolate: false,
        },
      },
      // These files load most of the server, which a worker does once; isolation is unnecessary because each file has
      // its own database.
      { extends: true, test: { name: 'database', include: [`${everywhere}/*.db.test.ts`], isolate: false } },
    ],
    globalSetup: 'test/global-setup.ts',
    reporters: ['default', './test/brief-reporter.ts'],
    setupFiles: ['test/dom-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
