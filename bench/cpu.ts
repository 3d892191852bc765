import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'

/** Of /proc, in which time is counted in hundredths of a second. */
const millisecondsInTick = 10
export const countsProcessorTime: boolean = existsSync('/proc/self/stat')

type Ticks = { parent: number; own: number; ended: number }

/** Undefined when the process is gone. */
function ticksOf(pid: number | string): Ticks | undefined {
  try {
    // The name in brackets may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! }
  } catch {
    return undefined
  }
}

/** Milliseconds that a process has computed until now, with its children that have ended. */
export function processorTime(pid: number): number {
  const { own, ended } = ticksOf(pid) ?? { own: 0, ended: 0 }
  return millisecondsInTick * (own + ended)
}

/** The same with the children that are still at work. */
export function processorTimeOfAll(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(ticksOf)
    .filter((ticks) => ticks?.parent === pid)
  return processorTime(pid) + millisecondsInTick * children.reduce((sum, ticks) => sum + (ticks?.own ?? 0), 0)
}

/** The process above all that work for this database. */
export async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`.execute(db)
  return rows[0]!.pid
}
