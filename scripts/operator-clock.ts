import { type ClockState, clockStates, trustClocks } from '#server/kernel/jobs/clock-watch.ts'
import type { Command } from './operator-command.ts'

export const clock: Command = {
  usage: '[--trust]',
  does: 'Show whether deadlines are paused because a clock jumped; --trust resumes them with the clocks as they are',
  options: { trust: { type: 'boolean' } },
  async run({ deps, options }) {
    if (options['trust']) {
      const machines = await trustClocks(deps.db)
      if (machines === 0) return 'No clock is in doubt.'
      return `Deadlines resume, within a minute, on ${machines === 1 ? 'the machine' : `the ${machines} machines`} whose clock was in doubt.`
    }
    const states = await clockStates(deps.db)
    return states.map(stateOfClock).join('\n') || 'No worker has run yet.'
  },
}

const count = (value: number) => value.toLocaleString('en-GB')
const contradicted = {
  uptime: 'the uptime of the machine',
  database: 'the clock of the database',
  last_run: 'the last run of a worker',
}
const minutes = (ms: number) => `${count(Math.round(ms / 60_000))} minutes`

function stateOfClock({ machine, seenAt, doubt, agreedMs }: ClockState): string {
  const seen = `${seenAt.toISOString()}  ${machine}`
  if (!doubt) return `${seen}  trusted`
  const way = doubt.byMs > 0 ? 'ahead of' : 'behind'
  const agreed = doubt.agreedUptimeMs === null ? 'still in doubt' : `agreement for ${minutes(agreedMs)}`
  return `${seen}  deadlines are paused: ${minutes(Math.abs(doubt.byMs))} ${way} ${contradicted[doubt.against]}; ${agreed}, needed ${minutes(doubt.neededMs)}`
}
