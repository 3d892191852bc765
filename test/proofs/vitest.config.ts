import { defineConfig } from 'vitest/config'
import { isLong } from './plan.ts'
import { proofs } from './table.ts'

const files = proofs.flatMap((proof) => proof.files)

/**
 * The long form runs files one at a time, because each needs the whole machine; the short form runs two at once,
 * because it waits half of its time. The short form leaves out the files that `vitest run` runs anyway.
 */
export default defineConfig({
  test: {
    include: isLong ? files : files.filter((file) => file.endsWith('.proof.ts')),
    globalSetup: 'test/global-setup.ts',
    reporters: ['default', './test/brief-reporter.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: isLong ? 1 : 2,
  },
})
