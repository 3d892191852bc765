import {
  Bar as BarSeries,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Bar, Bars } from '#web/ui/bar-chart.tsx'

const axis = { axisLine: false, tickLine: false, tick: { fill: 'var(--ink-2)', fontSize: 13 } }

/**
 * The visible part of a chart. Without the library's keyboard control, because screen readers read the table beside it.
 * The library does not animate if the person prefers reduced motion.
 */
export default function BarDrawing({ bars, formatTick, horizontal = false }: Bars) {
  const data = bars.map((bar) => ({
    ...bar,
    tick: bar.tick ?? bar.label,
    fill: bar.highlighted ? 'var(--gold)' : 'var(--green)',
  }))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        accessibilityLayer={false}
        data={data}
        layout={horizontal ? 'vertical' : 'horizontal'}
        margin={{ top: 8, right: horizontal ? 16 : 0, bottom: 0, left: 0 }}
      >
        <CartesianGrid stroke="var(--line)" vertical={horizontal} horizontal={!horizontal} />
        {horizontal ? (
          <>
            <XAxis {...axis} type="number" tickFormatter={formatTick} minTickGap={24} />
            <YAxis {...axis} type="category" dataKey="tick" width={112} />
          </>
        ) : (
          <>
            <XAxis {...axis} dataKey="tick" interval="equidistantPreserveStart" />
            <YAxis {...axis} tickFormatter={formatTick} width="auto" />
          </>
        )}
        <Tooltip content={Value} cursor={{ fill: 'var(--ink)', fillOpacity: 0.06 }} />
        <BarSeries
          dataKey="value"
          // What is asked for is seen at once.
          isAnimationActive={false}
          maxBarSize={horizontal ? 28 : 44}
          radius={horizontal ? [0, 6, 6, 0] : [6, 6, 0, 0]}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}

type ValueProps = { active?: boolean; payload?: readonly { payload?: Bar }[] }

/** Label and value of the bar under the pointer or finger. */
function Value({ active = false, payload = [] }: ValueProps) {
  const bar = payload[0]?.payload
  if (!active || !bar) return null
  return (
    <p className="grid rounded-control border bg-card px-3 py-2 text-sm shadow-float">
      {bar.label}
      <span className="figures font-semibold">{bar.text}</span>
    </p>
  )
}
