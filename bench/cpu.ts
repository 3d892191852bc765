import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'

/** Times in /proc are in hundredths of a second. */
const millisecondsInTick = 10
export const countsProcessorTime: boolean = existsSync('/proc/self/stat')

type Ticks = { parent: number; own: number; ended: number }

/** Undefined if the process no longer exists. */
function ticksOf(pid: number | string): Ticks | undefined {
  try {
    // The name in brackets may contain any characters.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! }
  } catch {
    return undefined
  }
}

/** Returns the CPU time of a process so far in milliseconds, including its ended children. */
export function processorTime(pid: number): number {
  const { own, ended } = ticksOf(pid) ?? { own: 0, ended: 0 }
  return millisecondsInTick * (own + ended)
}

/** Returns the CPU time of a process so far in milliseconds, including its ended and its running children. */
export function processorTimeOfAll(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(ticksOf)
    .filter((ticks) => ticks?.parent === pid)
  return processorTime(pid) + millisecondsInTick * children.reduce((sum, ticks) => sum + (ticks?.own ?? 0), 0)
}

/** Returns the PostgreSQL server's parent process. */
export async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`.execute(db)
  return rows[0]!.pid
}
