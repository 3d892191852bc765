import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'
import { sweepInvariants, watchInvariants } from '#server/ledger/invariant-commands.ts'

export const ledgerJobs = (deps: Deps): JobHandler[] => [
  job('ledger.watch-invariants', () => watchInvariants(deps)),
  job('ledger.sweep-invariants', () => sweepInvariants(deps)),
]

export const ledgerSchedules: Schedule[] = [
  { name: 'ledger.watch-invariants', cron: '*/5 * * * *', runsInDoubt: true },
  { name: 'ledger.sweep-invariants', cron: '20 3 * * *', runsInDoubt: true },
]
