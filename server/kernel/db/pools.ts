import type pg from 'pg'

/** The pools of this process that have a name, for its metrics. */
const pools = new Map<string, pg.Pool>()

/** `waiting`: how many queries wait because every connection is busy. */
export type PoolState = { pool: string; busy: number; idle: number; waiting: number; max: number }

/** Lists the pool under this name until it is closed. */
export function watchPool(name: string, pool: pg.Pool): void {
  pools.set(name, pool)
}

export const poolStates = (): PoolState[] =>
  [...pools].flatMap(([name, pool]) => {
    if (pool.ending) return []
    const { totalCount, idleCount: idle, waitingCount: waiting, options } = pool
    return [{ pool: name, busy: totalCount - idle, idle, waiting, max: options.max }]
  })
