import { useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { CalendarFeeds } from '#contract/calendar/feeds.ts'
import type { Service } from '#contract/codes.ts'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { serviceNames } from '#contract/words.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatDay, plural } from '#web/format.ts'
import { useLive } from '#web/live/use-live.ts'
import { BulkDays } from '#web/sitters/own/bulk-days.tsx'
import {
  bookedDays,
  byDay,
  changesFor,
  externalDaysOf,
  type DayChange,
  dayInfo,
  undoOf,
} from '#web/sitters/own/calendar-days.ts'
import { isMissing } from '#web/sitters/own/use-rates.ts'
import { Button } from '#web/ui/button.tsx'
import { AvailabilityCalendar } from '#web/ui/dates/availability-calendar.tsx'
import { addDays } from '#web/ui/dates/days.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { loadToast, toastWithUndo } from '#web/ui/overlay/toast.ts'

export type Calendar = EndpointResponse<Endpoints['GET /v1/sitters/:sitterId/calendar']>

/** Limit of the API for changed days in a request. */
const mostChanges = 400

type CalendarEditorProps = {
  sitter: Sitter
  loaded: Calendar
  feeds: CalendarFeeds
  bookings: readonly Booking[]
  onConfirmed: (on: string) => void
}

/** The calendar as the server last returned it, and the command that changes days and confirms the rest. */
function useCalendar(sitterId: string, loaded: Calendar, onConfirmed: (on: string) => void) {
  const [calendar, setCalendar] = useState(loaded)
  const version = useRef(loaded.version)
  const params = { sitterId }

  const take = (next: Calendar) => {
    version.current = next.version
    setCalendar(next)
  }
  const readAgain = async () => take(await api('GET /v1/sitters/:sitterId/calendar', { params, query: {} }))

  // An external calendar was read or removed.
  useLive('calendar', () => void readAgain())

  // Another tab of the page may have changed the weekday capacity since the page was loaded.
  useEffect(() => {
    const abort = new AbortController()
    const fetchFresh = async () => {
      const options = { signal: abort.signal }
      const request = { params: { sitterId }, query: {} }
      const fresh = await api('GET /v1/sitters/:sitterId/calendar', request, options)
      version.current = fresh.version
      setCalendar(fresh)
    }
    fetchFresh().catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    return () => abort.abort()
  }, [sitterId])

  const send = async (changes: readonly DayChange[]) => {
    for (let start = 0; start === 0 || start < changes.length; start += mostChanges)
      take(
        await api('PUT /v1/sitters/:sitterId/calendar', {
          params,
          body: { days: changes.slice(start, start + mostChanges), version: version.current },
        }).catch((error: unknown) => refuseStale(error, readAgain)),
      )
    onConfirmed(calendar.today)
  }
  return { calendar, send }
}

/** Closes, opens or resizes single days; each change can be undone. */
export function CalendarEditor({ sitter, loaded, feeds, bookings, onConfirmed }: CalendarEditorProps) {
  const { calendar, send } = useCalendar(sitter.id, loaded, onConfirmed)
  const [service, setService] = useState<Service | 'all'>('all')
  const { pending, errors, attempt, run } = useSaving()
  const active = sitter.services.filter((one) => one.active)
  const offered = active.filter((one) => service === 'all' || one.service === service)
  const codes = new Set(offered.map((one) => one.service))
  const days = byDay(calendar.items.filter((item) => codes.has(item.service)))
  const elsewhere = externalDaysOf(feeds.items)
  const booked = bookedDays(bookings)
  const isClosed = ({ on, service: code }: DayChange) => elsewhere.get(on)?.isClosed(code) ?? false
  const last = calendar.items.at(-1)?.on ?? calendar.today

  const apply = (wanted: readonly DayChange[], words: string) =>
    run(async () => {
      // Leaves out days closed by an external calendar, because they are not the sitter's own setting.
      const changes = wanted.filter((one) => !isClosed(one))
      const back = undoOf(changes, days, sitter.services)
      await send(changes)
      await toastWithUndo(words, () => void run(() => send(back)))
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
    return <p className="text-ink-2">Offer a service first; then you can open and close its days here.</p>
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <ServiceChoice {...{ active, service }} onChoose={setService} />
        <Button pending={pending && 'Saving…'} onClick={() => void confirm()}>
          Confirm my calendar
        </Button>
      </div>
      <ErrorSummary errors={errors} attempt={attempt} title="The calendar was not changed" />
      <AvailabilityCalendar
        label="Your days"
        min={calendar.today}
        max={last > calendar.today ? last : addDays(calendar.today, 1)}
        infoOf={(on) => dayInfo(days.get(on), { elsewhere: elsewhere.get(on), booked: booked.get(on) })}
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
