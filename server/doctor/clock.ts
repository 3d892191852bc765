import type { WithDatabase } from '#server/doctor/check.ts'
import { count, fault, type Finding, ok, warning } from '#server/doctor/finding.ts'
import { readDatabaseClock } from '#server/kernel/db/inspection.ts'
import { clockStates, maxJumpMs } from '#server/kernel/jobs/clock-watch.ts'
import { ask } from '#server/kernel/outside/site-probe.ts'
import { operatorCommand } from '#server/kernel/version.ts'

const toleratedMs = 5_000
const advice = 'Let NTP or your host set the clocks of all machines.'

type Difference = { from: string; ms: number }

async function fromDatabase({ deps, now }: WithDatabase): Promise<Difference> {
  const before = now().getTime()
  const there = await readDatabaseClock(deps.db)
  const here = (before + now().getTime()) / 2
  return { from: 'the database', ms: here - there.getTime() }
}

/** Compares with a service that the site uses anyway; its header `Date` has whole seconds. */
async function fromService({ config, now, outside }: WithDatabase): Promise<Difference[]> {
  const url = config.stripe?.apiUrl ?? ('s3' in config.storage ? config.storage.s3.endpoint : undefined)
  if (!url) return []
  try {
    const { headers } = await ask(url, { ca: outside.ca, seconds: 5 })
    const there = Date.parse(headers.date ?? '')
    return Number.isNaN(there) ? [] : [{ from: new URL(url).hostname, ms: now().getTime() - there - 500 }]
  } catch {
    // The check of this service says that it cannot be reached.
    return []
  }
}

const words = ({ from, ms }: Difference): string => {
  const seconds = Math.round(Math.abs(ms) / 1000)
  return seconds === 0
    ? `in step with ${from}`
    : `${count(seconds, 'second')} ${ms > 0 ? 'ahead of' : 'behind'} ${from}`
}

/** Compares the clock of this machine with others. */
export async function clock(input: WithDatabase): Promise<Finding> {
  const [database, services, machines] = await Promise.all([
    fromDatabase(input),
    fromService(input),
    clockStates(input.deps.db),
  ])
  const differences = [database, ...services]
  const says = `This machine is ${differences.map(words).join(' and ')}.`
  if (machines.some(({ doubt }) => doubt))
    return fault(
      `Deadlines are paused, because the clock of a worker has jumped. ${says}`,
      `See “${operatorCommand('clock')}”.`,
    )
  const worst = Math.max(...differences.map(({ ms }) => Math.abs(ms)))
  if (worst > maxJumpMs) return fault(says, advice)
  return worst > toleratedMs ? warning(says, advice) : ok(says)
}
