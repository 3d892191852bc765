import { type ReactNode, useState } from 'react'
import type { CalendarFeeds } from '#contract/calendar/feeds.ts'
import type { Service } from '#contract/codes.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { serviceNames } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { formatDay, plural } from '#web/format.ts'
import { BulkDays } from '#web/sitters/own/bulk-days.tsx'
import {
  byDay,
  changesFor,
  externalDaysOf,
  type DayChange,
  dayInfo,
  undoOf,
} from '#web/sitters/own/calendar-days.ts'
import { lastDayOf, type OwnCalendar } from '#web/sitters/own/use-calendar.ts'
import { Button } from '#web/ui/button.tsx'
import type { CalendarBars } from '#web/ui/dates/availability-bar.tsx'
import { AvailabilityCalendar } from '#web/ui/dates/availability-calendar.tsx'
import type { Day } from '#web/ui/dates/days.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'

type CalendarEditorProps = {
  sitter: Sitter
  own: OwnCalendar
  feeds: CalendarFeeds
  month: Day
  onMonth: (month: Day) => void
  /** The first day that can be looked at. Days before today cannot be changed. */
  first: Day
  /** What the label of each day says of its bookings. */
  notes: ReadonlyMap<Day, string[]>
  bars: CalendarBars
  /** The links to other views, beside the choice of what is shown. */
  views: ReactNode
}

/** Closes, opens or resizes single days; each change can be undone. */
export function CalendarEditor(props: CalendarEditorProps) {
  const { sitter, own, feeds, month, onMonth, first, notes, bars, views } = props
  const { calendar, send } = own
  const [service, setService] = useState<Service | 'all'>('all')
  const { pending, errors, attempt, run } = useSaving()
  const active = sitter.services.filter((one) => one.active)
  const offered = active.filter((one) => service === 'all' || one.service === service)
  const codes = new Set(offered.map((one) => one.service))
  const days = byDay(calendar.items.filter((item) => codes.has(item.service)))
  const elsewhere = externalDaysOf(feeds.items)
  const isClosed = ({ on, service: code }: DayChange) => elsewhere.get(on)?.isClosed(code) ?? false
  const last = lastDayOf(calendar)

  const apply = (wanted: readonly DayChange[], words: string) =>
    run(async () => {
      // Leaves out days closed by an external calendar, because they are not the sitter's own setting.
      const changes = wanted.filter((one) => !isClosed(one))
      const back = undoOf(changes, days, sitter.services)
      await send(changes)
      await toastWithUndo(words, () => run(() => send(back)))
    })
  const change = (chosen: string[], state: 'free' | 'blocked') => {
    const what = chosen.length === 1 ? formatDay(chosen[0]!, 'long') : plural(chosen.length, 'day')
    void apply(changesFor(chosen, state, offered), `${what} ${state === 'free' ? 'opened' : 'closed'}`)
  }
  const confirm = () =>
    run(async () => {
      await send([])
      const toast = await loadToast()
      toast.success('Your calendar is confirmed')
    })

  if (active.length === 0)
    return (
      <div className="grid gap-6">
        {views}
        <p className="text-ink-2">Offer a service first; then you can open and close its days here.</p>
      </div>
    )
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <ServiceChoice {...{ active, service }} onChoose={setService} />
        {views}
        <Button pending={pending && 'Saving…'} onClick={() => void confirm()}>
          Confirm my calendar
        </Button>
      </div>
      <ErrorSummary errors={errors} attempt={attempt} title="The calendar was not changed" />
      <AvailabilityCalendar
        label="Your days"
        {...{ month, onMonth, bars }}
        min={first}
        today={calendar.today}
        max={last}
        infoOf={(on) => dayInfo(days.get(on), { elsewhere: elsewhere.get(on), booked: notes.get(on) })}
        onChange={change}
      />
      <BulkDays today={calendar.today} last={last} offered={offered} onApply={apply} pending={pending} />
    </div>
  )
}

type ServiceChoiceProps = {
  active: readonly { service: Service }[]
  service: Service | 'all'
  onChoose: (service: Service | 'all') => void
}

function ServiceChoice({ active, service, onChoose }: ServiceChoiceProps) {
  return (
    <Select
      label="Days of"
      value={service}
      onChange={({ target }) =>
        onChoose(active.find((one) => one.service === target.value)?.service ?? 'all')
      }
      options={[
        { value: 'all', label: 'All services' },
        ...active.map((one) => ({ value: one.service, label: serviceNames[one.service] })),
      ]}
    />
  )
}
