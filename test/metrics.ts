import { onTestFinished } from 'vitest'
import { createMonitoringServer, openMetrics } from '#server/health/health.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { readsOf } from '#server/kernel/db/replicas.ts'
import { createLog } from '#server/kernel/log.ts'

/** Serves metrics and returns a function that reads one, by its name and sorted labels; undefined if it is absent. */
export function metricsOf(db: Db, ...refreshes: (() => Promise<void>)[]) {
  const app = createMonitoringServer(
    { log: createLog('silent'), db, isStopping: () => false, reads: readsOf(db) },
    openMetrics(...refreshes),
    { token: undefined, listen: undefined },
  )
  onTestFinished(() => app.close())
  return async () => {
    const { body } = await app.inject({ method: 'GET', url: '/metrics' })
    const values = new Map(
      body.split('\n').flatMap((line) => {
        const [, name, labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
        if (name === undefined || value === undefined) return []
        const sorted = [...(labels ?? '').matchAll(/\w+="[^"]*"/g)].map(([label]) => label).sort()
        return [[sorted.length > 0 ? `${name}{${sorted.join()}}` : name, Number(value)] as const]
      }),
    )
    return (name: string): number | undefined => values.get(name)
  }
}
