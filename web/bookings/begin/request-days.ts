import type { RequestDay } from '#contract/bookings/requests.ts'
import type { Obstacle, Service } from '#contract/codes.ts'
import { formatDayRange, plural } from '#web/format.ts'
import { addDays } from '#web/ui/dates/days.ts'

export type Effect = {
  /** "2 of 3 places taken on Sat 5 Dec if you accept". */
  words: string
  fits: boolean
}

const obstacleWords: Record<Obstacle, string> = {
  away: 'you are away',
  other_calendar: 'another calendar of yours says busy',
  full: 'no place is left',
  home_full: 'no place is left in your home',
  other_household: 'pets of another household are there',
  house_sitting: 'you are house sitting',
  home_in_use: 'you have guests or visits',
  time_taken: 'you have another visit at that time',
}

const placeWords: Record<Service, string> = {
  boarding: 'place',
  house_sitting: 'place',
  day_care: 'place',
  drop_in: 'visit',
  dog_walking: 'walk',
}

const isSame = (a: RequestDay, b: RequestDay): boolean =>
  a.capacity === b.capacity && a.taken + a.wanted === b.taken + b.wanted && a.obstacle === b.obstacle

/** Joins consecutive days on which accepting has the same effect. */
function runsOf(days: readonly RequestDay[]): { day: RequestDay; until: string }[] {
  const runs: { day: RequestDay; until: string }[] = []
  for (const day of days.toSorted((a, b) => a.on.localeCompare(b.on))) {
    const last = runs.at(-1)
    if (last && isSame(last.day, day) && addDays(last.until, 1) === day.on) last.until = day.on
    else runs.push({ day, until: day.on })
  }
  return runs
}

/** Returns what accepting does to each run of days, in words. */
export const effectsOf = (days: readonly RequestDay[], service: Service): Effect[] =>
  runsOf(days).map(({ day, until }) => {
    const on = formatDayRange(day.on, until)
    if (day.obstacle) return { words: `Does not fit on ${on}: ${obstacleWords[day.obstacle]}`, fits: false }
    const places = plural(day.capacity, placeWords[service])
    return { words: `${day.taken + day.wanted} of ${places} taken on ${on} if you accept`, fits: true }
  })
