import { Link } from 'react-router'
import type { CurrencyEarnings } from '#contract/bookings/earnings.ts'
import { formatMoney, formatShortMoney, serviceNames } from '#contract/words.ts'
import { formatDay, plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { type Figure, Figures } from '#web/ui/figures.tsx'

type Month = CurrencyEarnings['months'][number]
type Service = CurrencyEarnings['services'][number]

const monthInWords = (month: string): string => formatDay(`${month}-01`, 'month')

const from = (bookings: number): string[] => (bookings === 0 ? [] : [`from ${plural(bookings, 'booking')}`])

/** Where owners pay directly, the site has paid out nothing, so it says what was earned (decision 103). */
function figuresOf(earnings: CurrencyEarnings, month: string): Figure[] {
  const { currency, byProvider, thisMonth, expected, total, balance } = earnings
  const money = (amount: number) => formatMoney(amount, currency)
  const soFar = { label: 'Earned so far', value: money(total.earned) }
  return [
    {
      label: 'This month',
      value: money(thisMonth.earned),
      note: [monthInWords(month), ...from(thisMonth.bookings)].join(', '),
    },
    {
      label: 'Expected',
      value: money(expected.amount),
      note:
        expected.bookings === 0
          ? 'No accepted booking is still to be settled'
          : `still to be settled for ${plural(expected.bookings, 'accepted booking')}`,
    },
    byProvider
      ? {
          label: 'Paid out so far',
          value: money(total.paidOut),
          note: `of ${money(total.earned)} earned${balance > 0 ? `; ${money(balance)} is still to be paid out` : ''}`,
        }
      : { ...soFar, note: from(total.bookings).join('') },
  ]
}

type EarningFiguresProps = { earnings: CurrencyEarnings; month: string }

export function EarningFigures({ earnings, month }: EarningFiguresProps) {
  return <Figures figures={figuresOf(earnings, month)} className="sm:grid-cols-3" />
}

/** The columns that months and services share. */
function sumColumns<Row extends Month | Service>(currency: string): Column<Row>[] {
  const money = (amount: number) => formatMoney(amount, currency)
  return [
    { id: 'bookings', header: 'Bookings', align: 'end', renderCell: ({ bookings }) => bookings },
    { id: 'fees', header: 'Service fees', align: 'end', renderCell: ({ fees }) => money(fees) },
    {
      id: 'earned',
      header: 'You earned',
      align: 'end',
      renderCell: ({ earned, tips, takenBack }) => (
        <>
          {money(earned)}
          {tips > 0 && <span className="block text-sm text-ink-2">with {money(tips)} in tips</span>}
          {takenBack > 0 && (
            <span className="block text-sm text-ink-2">
              without {money(takenBack)} taken back by an owner’s bank
            </span>
          )}
        </>
      ),
    },
  ]
}

const monthColumn: Column<Month> = {
  id: 'month',
  header: 'Month',
  rowHeader: true,
  renderCell: ({ month }) => (
    <Link to={paths.statement('sitter', month)} className="link">
      {monthInWords(month)}
    </Link>
  ),
}
const serviceColumn: Column<Service> = {
  id: 'service',
  header: 'Service',
  rowHeader: true,
  renderCell: ({ service }) => serviceNames[service],
}

const isSomething = ({ earned, fees, bookings }: Month): boolean => earned !== 0 || fees !== 0 || bookings > 0

function EarningCharts({ currency, months, services }: CurrencyEarnings) {
  const barOf = ({ earned }: Month | Service) => ({ value: earned, text: formatMoney(earned, currency) })
  const formatTick = (value: number) => formatShortMoney(value, currency)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card padding="small">
        <BarChart
          title="Earned by month"
          labelHeader="Month"
          valueHeader="You earned"
          formatTick={formatTick}
          bars={months.map((one) => ({
            label: monthInWords(one.month),
            tick: monthInWords(one.month).slice(0, 3),
            ...barOf(one),
          }))}
        />
      </Card>
      <Card padding="small">
        <BarChart
          title="Earned by service"
          labelHeader="Service"
          valueHeader="You earned"
          formatTick={formatTick}
          horizontal
          bars={services.map((one) => ({ label: serviceNames[one.service], ...barOf(one) }))}
        />
      </Card>
    </div>
  )
}

type PeriodProps = { earnings: CurrencyEarnings; /** "2026", "the last 12 months" */ words: string }

/** What was earned in a year or in the last twelve months, by month and by service. */
export function EarningPeriod({ earnings, words }: PeriodProps) {
  const { currency, months, services, period } = earnings
  const shown = months.filter(isSomething).toReversed()
  if (shown.length === 0) return <p className="text-ink-2">You earned nothing in {words}.</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <p>
        You earned <strong className="figures">{formatMoney(period.earned, currency)}</strong> in {words},
        after service fees of {formatMoney(period.fees, currency)}.
      </p>
      <EarningCharts {...earnings} />
      <DataTable
        caption="By month"
        columns={[monthColumn, ...sumColumns<Month>(currency)]}
        rows={shown}
        rowKey={({ month }) => month}
      />
      <DataTable
        caption="By service"
        columns={[serviceColumn, ...sumColumns<Service>(currency)]}
        rows={services}
        rowKey={({ service }) => service}
      />
    </div>
  )
}
