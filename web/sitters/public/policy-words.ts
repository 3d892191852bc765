import type { Policy } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { formatZone } from '#contract/words.ts'
import { formatDay, formatPercent, plural } from '#web/format.ts'
import { addDays, type Day } from '#web/ui/dates/days.ts'

type PolicyWords = { name: string; short: string; sentences: string[] }

const names: Record<Policy, string> = {
  flexible: 'Flexible',
  moderate: 'Moderate',
  strict: 'Strict',
  per_unit_24h: 'Per visit',
}
const clock = (hour: number): string => (hour === 12 ? 'noon' : `${`${hour}`.padStart(2, '0')}:00`)

/** Describes a cancellation policy; with the first day of the booking, it includes dates. */
export function policyInWords(
  policy: Policy,
  terms: Settings['policy'],
  timeZone: string,
  startOn: Day | null = null,
): PolicyWords {
  const zone = `${formatZone(timeZone)} time`
  if (policy === 'per_unit_24h') {
    const hours = plural(terms.unitHours, 'hour')
    return {
      name: names[policy],
      short: `Full refund until ${hours} before each one`,
      sentences: [
        `Full refund for each visit, walk or day you cancel at least ${hours} before it begins.`,
        `${formatPercent(terms.unitLatePercent / 100)} back if you cancel later, until it begins.`,
        'Nothing back for those that have begun.',
        `Those that recur weekly at the same time have until ${plural(terms.seriesHours, 'hour')} before.`,
      ],
    }
  }
  const { cutoffDays, cutoffHour, latePercent, lateWindowDays } = terms[policy]
  const before = `${plural(cutoffDays, 'day')} before`
  const until = startOn
    ? `${clock(cutoffHour)} on ${formatDay(addDays(startOn, -cutoffDays))} (${zone})`
    : `${clock(cutoffHour)}, ${before} the first day (${zone})`
  return {
    name: names[policy],
    short: `Full refund until ${clock(cutoffHour)}, ${before}`,
    sentences: [
      `Full refund until ${until}.`,
      `After that, ${formatPercent(latePercent / 100)} of the next ${plural(lateWindowDays, 'night')} and all of the nights after them.`,
      'Nights that have begun are not refunded. Extras are, until they are done.',
    ],
  }
}
