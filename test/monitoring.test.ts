import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openMetrics } from '#server/health/health.ts'

const exported = openMetrics().names()
const product = exported.filter((name) => !/^(nodejs|process)_/.test(name))
const metricPattern = /\b(?:sitwell|http|nodejs|process)_[a-z_]+\b/g

test('docs/monitoring.md lists exactly the metrics that a process exports', () => {
  const page = readFileSync('docs/monitoring.md', 'utf8')
  const listed = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(metricPattern)].map(([name]) => name),
  )
  expect(listed.sort()).toEqual([...product].sort())
})
