import { useEffect, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { api } from '#web/api.ts'
import { useLive } from '#web/live/use-live.ts'
import type { Day } from '#web/ui/dates/days.ts'
import { wholeWeeksOfMonth } from '#web/ui/dates/whole-weeks.ts'

export type MonthBookings = { month: Day; bookings: readonly Booking[] }

/** Reads the sitter's bookings with a day in the whole weeks of a month. */
export async function readMonthBookings(
  accountId: string,
  month: Day,
  options: { signal?: AbortSignal } = {},
): Promise<Booking[]> {
  const days = wholeWeeksOfMonth(month).flat()
  const bookings: Booking[] = []
  let cursor: string | null | undefined
  do {
    const page = await api(
      'GET /v1/accounts/:accountId/bookings',
      {
        params: { accountId },
        query: { role: 'sitter', from: days[0], to: days.at(-1), limit: 100, ...(cursor && { cursor }) },
      },
      options,
    )
    bookings.push(...page.items)
    cursor = page.nextCursor
  } while (cursor)
  return bookings
}

/** The bookings of the month shown, read again whenever one of them changes; null until they have arrived. */
export function useMonthBookings(accountId: string, month: Day, loaded: MonthBookings) {
  const [version, setVersion] = useState(0)
  const [known, setKnown] = useState(() => new Map([[loaded.month, { bookings: loaded.bookings, version }]]))
  const [failed, setFailed] = useState<string | null>(null)
  const attempt = `${month} ${version}`
  const isCurrent = known.get(month)?.version === version
  const readAgain = () => setVersion((before) => before + 1)
  useLive('booking', (event) => event && readAgain())

  useEffect(() => {
    if (isCurrent) return
    const abort = new AbortController()
    readMonthBookings(accountId, month, { signal: abort.signal }).then(
      (bookings) => setKnown((before) => new Map(before).set(month, { bookings, version })),
      () => !abort.signal.aborted && setFailed(`${month} ${version}`),
    )
    return () => abort.abort()
  }, [accountId, month, version, isCurrent])

  return { bookings: known.get(month)?.bookings ?? null, isFailed: failed === attempt, readAgain }
}
