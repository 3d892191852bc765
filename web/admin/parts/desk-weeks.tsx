import type { DeskWeek } from '#contract/staff/desk.ts'
import { formatMoney, formatShortMoney } from '#contract/words.ts'
import { formatCount, formatDay, formatMinutes } from '#web/format.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { type Figure, Figures } from '#web/ui/figures.tsx'

const weekName = ({ from }: DeskWeek) => formatDay(from)
const sum = (weeks: readonly DeskWeek[], of: (week: DeskWeek) => number) =>
  weeks.reduce((total, week) => total + of(week), 0)
const share = (part: number, whole: number) => (whole === 0 ? '' : `${Math.round((part / whole) * 100)}% `)

/** Four weeks beside the four before them say more than a week that has just begun. */
function figuresOf(weeks: readonly DeskWeek[], currency: string): Figure[] {
  const [recent, earlier] = [weeks.slice(-4), weeks.slice(-8, -4)]
  const before = (of: (week: DeskWeek) => number, write: (value: number) => string = formatCount) =>
    `${write(sum(earlier, of))} in the four weeks before`
  const requested = ({ requested: count }: DeskWeek) => count
  const turnover = ({ money }: DeskWeek) => money?.turnover ?? 0
  const take = ({ money }: DeskWeek) => money?.take ?? 0
  const money = (value: number) => formatMoney(value, currency)
  const count = (label: string, of: (week: DeskWeek) => number): Figure => ({
    label,
    value: formatCount(sum(recent, of)),
    note: before(of),
  })
  return [
    {
      ...count('Requests', requested),
      note: `${share(
        sum(recent, ({ confirmed }) => confirmed),
        sum(recent, requested),
      )}confirmed; ${before(requested)}`,
    },
    ...(weeks.some((week) => week.money)
      ? [
          { label: 'Turnover', value: money(sum(recent, turnover)), note: before(turnover, money) },
          { label: 'Service fees', value: money(sum(recent, take)), note: before(take, money) },
        ]
      : []),
    count('New people', ({ newPeople }) => newPeople),
    count('New sitters', ({ newSitters }) => newSitters),
    count('No-shows', ({ noShows }) => noShows),
  ]
}

const countColumn = (id: string, header: string, of: (week: DeskWeek) => number): Column<DeskWeek> => ({
  id,
  header,
  align: 'end',
  renderCell: (week) => formatCount(of(week)),
})

const moneyColumn = (
  id: 'turnover' | 'refunded' | 'take',
  header: string,
  currency: string,
): Column<DeskWeek> => ({
  id,
  header,
  align: 'end',
  renderCell: ({ money }) => (money ? formatMoney(money[id], currency) : ''),
})

const columnsFor = (currency: string, showsMoney: boolean): Column<DeskWeek>[] => [
  { id: 'week', header: 'Week from', rowHeader: true, renderCell: weekName },
  countColumn('requested', 'Requests', ({ requested }) => requested),
  countColumn('confirmed', 'Confirmed', ({ confirmed }) => confirmed),
  {
    id: 'answer',
    header: 'Answered in',
    align: 'end',
    renderCell: ({ answerMinutes }) => (answerMinutes === null ? '–' : formatMinutes(answerMinutes)),
  },
  ...(showsMoney
    ? [
        moneyColumn('turnover', 'Turnover', currency),
        moneyColumn('refunded', 'Refunded', currency),
        moneyColumn('take', 'Service fees', currency),
      ]
    : []),
  countColumn('people', 'New people', ({ newPeople }) => newPeople),
  countColumn('sitters', 'New sitters', ({ newSitters }) => newSitters),
  countColumn('missed', 'No-shows', ({ noShows }) => noShows),
]

type DeskWeeksProps = { weeks: readonly DeskWeek[]; currency: string }

/** The figures of the last weeks in large print, as charts, and week by week. */
export function DeskWeeks({ weeks, currency }: DeskWeeksProps) {
  const showsMoney = weeks.some(({ money }) => money !== null)
  const chart = (title: string, valueHeader: string, of: (week: DeskWeek) => number, isMoney = false) => (
    <Card padding="small">
      <BarChart
        title={title}
        labelHeader="Week from"
        valueHeader={valueHeader}
        formatTick={(value) => (isMoney ? formatShortMoney(value, currency) : formatCount(value))}
        bars={weeks.map((week) => ({
          label: weekName(week),
          tick: weekName(week).replace(/^\w+ /, ''),
          value: of(week),
          text: isMoney ? formatMoney(of(week), currency) : formatCount(of(week)),
        }))}
      />
    </Card>
  )
  return (
    <section aria-labelledby="weeks" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="weeks" className="text-xl">
        The last four weeks
      </h2>
      <Figures figures={figuresOf(weeks, currency)} className="sm:grid-cols-2 xl:grid-cols-3" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
        {chart('Requests by week', 'Requests', ({ requested }) => requested)}
        {showsMoney
          ? chart('Turnover by week', 'Turnover', ({ money }) => money?.turnover ?? 0, true)
          : chart('New people by week', 'New people', ({ newPeople }) => newPeople)}
      </div>
      <details>
        <summary className="link w-fit py-2">Week by week</summary>
        <DataTable
          className="mt-2"
          caption="From Monday in UTC; turnover is that of bookings that ended"
          columns={columnsFor(currency, showsMoney)}
          rows={weeks.toReversed()}
          rowKey={({ from }) => from}
        />
      </details>
    </section>
  )
}
