import type { Service } from '#contract/codes.ts'
import { readCalendar } from '#server/calendar/days-commands.ts'
import { publicCalendar, runsOf } from '#server/calendar/public-ics.ts'
import { ensureHolidays, holidaysFor } from '#server/holidays/commands.ts'
import { localOf } from '#server/kernel/day.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { readSitter } from '#server/sitters/commands.ts'

/**
 * Returns the days on which a sitter has nothing free for anybody, as the public calendar of the profile shows them. It
 * does not say whether they are booked or blocked, nor how many places other days have.
 */
export async function availabilityCalendar(
  deps: Deps,
  sitterId: string,
  service: Service | undefined,
): Promise<string> {
  const { name } = await readSitter(deps, sitterId, null)
  const { today, items } = await readCalendar(deps, sitterId, null, { service })
  const free = new Set(
    items.filter((day) => day.reason === null || day.reason === 'notice').map(({ on }) => on),
  )
  const busy = [...new Set(items.map(({ on }) => on))].filter((on) => on >= today && !free.has(on))
  return publicCalendar({
    siteName: deps.site.name,
    name: `${name}: not available`,
    on: today,
    days: runsOf(busy).map((run) => ({
      ...run,
      uid: `away-${sitterId}-${run.startOn}@${new URL(deps.site.url).host}`,
      title: 'Not available',
      isBusy: true,
    })),
  })
}

export async function holidayCalendar(
  deps: Deps,
  { country, subdivision }: { country: string; subdivision?: string | undefined },
): Promise<string> {
  const region = { country, subdivision: subdivision ?? null }
  const today = localOf(deps.now(), 'UTC').on
  await ensureHolidays(deps, region)
  const periods = await holidaysFor(deps.db, country, region.subdivision, today, '2100-12-31')
  return publicCalendar({
    siteName: deps.site.name,
    name: `Holidays, ${[country, subdivision].filter(Boolean).join('-')}`,
    on: today,
    days: periods.map(({ name, startOn, endOn }) => ({
      startOn,
      endOn,
      uid: `holiday-${country}-${subdivision ?? ''}-${startOn}-${encodeURIComponent(name)}@${new URL(deps.site.url).host}`,
      title: name,
      isBusy: false,
    })),
  })
}
