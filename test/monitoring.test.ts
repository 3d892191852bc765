import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openMetrics } from '#server/health/health.ts'

const Metric = z.object({ name: z.string(), labelNames: z.array(z.string()) })
const labelsOf = new Map(
  openMetrics()
    .all()
    .map((metric) => Metric.parse(metric))
    .map(({ name, labelNames }) => [name, labelNames]),
)
const metricPattern = /\b(?:sitwell|http|nodejs|process)_[a-z\d_]+\b/g

/** Rows of the table: the metrics of a row, and what they belong to. */
const rows = [
  ...readFileSync('docs/monitoring.md', 'utf8').matchAll(/^\| (`.*?) \| (Site|Process|Machine) \|/gm),
].map(([, cell, owner]) => ({
  names: [...cell!.matchAll(metricPattern)].map(([name]) => name),
  owner: owner!,
}))
const site = rows.flatMap(({ names, owner }) => (owner === 'Site' ? names : []))

const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).optional() }),
  ),
})
const rules = readFileSync('deploy/prometheus/sitwell.rules.yml', 'utf8')
/** The expressions of all alerts, by their names. */
const alerts = [...rules.matchAll(/- alert: (\w+)\n +expr: (\|\n(?: {10}.*\n)+|.*\n)/g)].map(
  ([, name, expr]) => ({ name: name!, expr: expr!.replace(/^\|/, '').trim() }),
)
const panels = Dashboard.parse(
  JSON.parse(readFileSync('deploy/grafana/sitwell.json', 'utf8')),
).panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ name: title, expr })))

/** A histogram is read by three series with these endings. */
const metricOf = (series: string) =>
  labelsOf.has(series) ? series : series.replace(/_(bucket|sum|count)$/, '')

/** Labels that Prometheus adds, and that of the buckets of a histogram. */
const added = ['job', 'instance', 'le']

/** Returns metrics and labels of an expression that no process exports. */
function unknownIn(expr: string): string[] {
  const metrics = [...expr.matchAll(metricPattern)].map(([name]) => metricOf(name))
  const known = new Set<string>([...added, ...metrics.flatMap((name) => labelsOf.get(name) ?? [])])
  const labels = [
    ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner]) =>
      [...inner!.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label!),
    ),
    ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/)),
  ]
  return [...metrics.filter((name) => !labelsOf.has(name)), ...labels.filter((label) => !known.has(label))]
}

/** Returns the figures of the site that an expression does not read by their maximum. */
function countedTwiceIn(expr: string): string[] {
  const byMaximum = new Set(
    [...expr.matchAll(/\bmax(?: by \([^)]*\))? ?\((\w+)(?:\{[^}]*\})?(?: offset \w+)?\)/g)].map(
      ({ index, 0: whole, 1: name }) => index + whole.indexOf(`(${name!}`) + 1,
    ),
  )
  return [...expr.matchAll(metricPattern)].flatMap(({ 0: name, index }) =>
    site.includes(name) && !byMaximum.has(index) ? [name] : [],
  )
}

test('docs/monitoring.md lists exactly the metrics that a process exports', () => {
  const product = [...labelsOf.keys()].filter((name) => !/^(nodejs|process)_/.test(name))
  expect(rows.flatMap(({ names }) => names).sort()).toEqual(product.sort())
})

test('every metric and label in the alerts and on the dashboard is exported', () => {
  expect(alerts).toHaveLength(rules.match(/- alert:/g)!.length)
  expect(panels.length).toBeGreaterThan(30)
  for (const { name, expr } of [...alerts, ...panels]) expect([name, unknownIn(expr)]).toEqual([name, []])
  expect(unknownIn('max by (jobs) (sitwell_job{stat="a"})')).toEqual(['sitwell_job', 'stat', 'jobs'])
})

test('alerts and dashboard read figures of the site by their maximum, however many processes export them', () => {
  for (const { name, expr } of [...alerts, ...panels])
    expect([name, countedTwiceIn(expr)]).toEqual([name, []])
  expect(countedTwiceIn('sum(sitwell_jobs{state="failed"}) - max(sitwell_jobs offset 1h)')).toEqual([
    'sitwell_jobs',
  ])
})

test('every alert is raised in the tests of the rules', () => {
  const tests = readFileSync('deploy/prometheus/sitwell.rules.test.yml', 'utf8')
  expect(alerts.flatMap(({ name }) => (new RegExp(`\\b${name}\\b`).test(tests) ? [] : [name]))).toEqual([])
})
