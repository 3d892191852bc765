import type { FeedFailure, FeedSource } from '#contract/calendar/codes.ts'
import type { CalendarFeed } from '#contract/calendar/feeds.ts'
import { serviceNames } from '#contract/words.ts'
import { plural } from '#web/format.ts'

/** Why a calendar cannot be read, and what to do about it. */
export const failureWords: Record<FeedFailure, string> = {
  address:
    'Its address cannot be used: it does not lead to a public server, or can no longer be opened. Remove the calendar, and add it again with its address.',
  unreachable: 'Its server does not answer. It may be back soon; otherwise check the address.',
  time: 'Its server takes longer than ten seconds to answer. It may be faster soon.',
  size: 'It is larger than 2 MB. Export only future entries, or a calendar with fewer entries.',
  type: 'The address leads to a web page, not to a calendar. Copy the secret address in iCal format.',
  gone: 'There is no longer a calendar at this address. Copy the new address from its settings.',
  status: 'Its server refuses to show it. Check that the calendar is shared by its secret address.',
  unreadable: 'What is there is not a calendar in iCal format (.ics).',
  'too-much': 'It has more entries than can be read. Remove entries that repeat very often, or old ones.',
}

/** "Read 8 minutes ago", "File from 3 days ago" */
export function ageWords(source: FeedSource, at: string, now: number): string {
  const word = source === 'file' ? 'File from' : 'Read'
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  if (minutes < 1) return source === 'file' ? 'File from just now' : 'Read just now'
  if (minutes < 60) return `${word} ${plural(minutes, 'minute')} ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? `${word} ${plural(hours, 'hour')} ago`
    : `${word} ${plural(Math.floor(hours / 24), 'day')} ago`
}

/** "Closes whole days for boarding." */
export function blocksWords({ blocks, services }: Pick<CalendarFeed, 'blocks' | 'services'>): string {
  if (blocks === 'times') return 'Closes visits and walks at those times.'
  if (!services) return 'Closes whole days for all services.'
  return `Closes whole days for ${services.map((code) => serviceNames[code].toLowerCase()).join(', ')}.`
}
