import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import type { ExportedMetric } from '#server/kernel/telemetry/telemetry.ts'

type Period = { startedAt: number; at: number }
type Value = ExportedMetric['values'][number]

const timeOf = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]

const attributesOf = ({ labels }: Value): Attributes =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => name !== 'le'))

/** Joins the series of a histogram, whose buckets count everything up to their bound. */
function histogramsOf({ name, values }: ExportedMetric): { attributes: Attributes; value: Histogram }[] {
  const series = Map.groupBy(values, (value) => JSON.stringify(attributesOf(value)))
  return [...series.values()].map((own) => {
    const single = (ending: string) => own.find(({ metricName }) => metricName === name + ending)?.value ?? 0
    const buckets = own.filter(({ metricName }) => metricName === `${name}_bucket`)
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0))
    const boundaries = buckets
      .map(({ labels }) => Number(labels['le']))
      .filter((bound) => Number.isFinite(bound))
    return {
      attributes: attributesOf(own[0]!),
      value: { buckets: { boundaries, counts }, sum: single('_sum'), count: single('_count') },
    }
  })
}

function dataOf(metric: ExportedMetric, period: Period): MetricData {
  const { name, help: description, type, values } = metric
  const times = { startTime: timeOf(period.startedAt), endTime: timeOf(period.at) }
  const base = {
    descriptor: { name, description, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram')
    return {
      ...base,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: histogramsOf(metric).map((point) => ({ ...times, ...point })),
    }
  const dataPoints = values.map((value) => ({
    ...times,
    attributes: attributesOf(value),
    value: value.value,
  }))
  return type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** Converts the metrics of this process, under the same names as for Prometheus. */
export const metricDataOf = (
  metrics: readonly ExportedMetric[],
  resource: Resource,
  period: Period,
): CollectionResult => ({
  errors: [],
  resourceMetrics: {
    resource,
    scopeMetrics: [
      {
        scope: { name: 'sitwell' },
        metrics: metrics.filter(({ values }) => values.length > 0).map((metric) => dataOf(metric, period)),
      },
    ],
  },
})
