import { defineConfig } from 'vitest/config'
import { isLong } from './plan.ts'
import { proofs } from './table.ts'

const files = proofs.flatMap((proof) => proof.files)

/**
 * The long form one after the other, for each wants the machine; the short form two at once, for it waits half of its time.
 * It leaves out what `vitest run` does anyway.
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
