import type { Account } from '#contract/accounts.ts'
import type { OwnBookingLine } from '#contract/bookings/lines.ts'
import { runningStatuses, waitingStatuses } from '#contract/codes.ts'
import { firstName, listWords, serviceNames } from '#contract/words.ts'
import { type Findable, matching } from '#web/beside/at-hand/match.ts'
import { pagesOf } from '#web/beside/at-hand/pages.ts'
import type { Sources } from '#web/beside/at-hand/sources.ts'
import { bookingTitle, statusDisplays } from '#web/bookings/life/booking-words.ts'
import { formatDay, formatDayRange } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import type { FinderGroup, FinderItem } from '#web/ui/forms/finder-rich.tsx'

/** Something the palette finds: a page to open or an action to carry out. */
export type Entry = FinderItem & Findable & ({ to: string } | { act: () => void })

const most = { untyped: 5, typed: 8 }
const current: readonly string[] = [...waitingStatuses, ...runningStatuses]

/** Bookings under way and to come first, the next one first; then past ones, the latest first. */
function soonestFirst(a: OwnBookingLine, b: OwnBookingLine): number {
  const [aIsCurrent, bIsCurrent] = [a, b].map(({ status }) => current.includes(status))
  if (aIsCurrent !== bIsCurrent) return aIsCurrent ? -1 : 1
  return aIsCurrent ? a.startOn.localeCompare(b.startOn) : b.startOn.localeCompare(a.startOn)
}

const dayWords = (on: string) => `${formatDay(on, 'long')} ${formatDay(on)} ${on}`

function bookingEntry(line: OwnBookingLine): Entry {
  const { id, number, role, service, status, startOn, endOn, datesOpen, other, petNames } = line
  const display = statusDisplays[status]
  const statusWords = display.words[role]
  const days = datesOpen ? 'Days not decided yet' : formatDayRange(startOn, endOn)
  return {
    id: `booking-${id}`,
    icon: display.icon,
    label: bookingTitle({ service, role, sitter: other, pets: petNames.map((name) => ({ name })) }),
    detail: [role === 'owner' ? listWords(petNames) : other.name, days, statusWords].join(' · '),
    words: [
      other.name,
      number,
      statusWords,
      ...petNames,
      ...(datesOpen ? [] : [dayWords(startOn), dayWords(endOn)]),
    ].join(' '),
    to: paths.booking(id),
  }
}

/** The people of the conversations, then those of bookings without one. */
function peopleEntries({ bookings, conversations }: Sources): Entry[] {
  const talkedTo = new Set(conversations.map(({ other }) => other.accountId))
  const others = new Map(
    bookings
      .filter(({ other }) => !talkedTo.has(other.accountId))
      .map((line) => [line.other.accountId, line] as const),
  )
  const person = { icon: 'circle-user-round', detail: 'Messages' } as const
  return [
    ...conversations.map(({ id, other }) => ({
      ...person,
      id: `person-${other.accountId}`,
      label: other.name,
      to: paths.conversation(id),
    })),
    ...[...others.values()].map(({ id, other }) => ({
      ...person,
      id: `person-${other.accountId}`,
      label: other.name,
      to: paths.contact({ booking: id }),
    })),
  ]
}

const deskEntries = ({ waiting, deskBookings }: Sources): { sitters: Entry[]; bookings: Entry[] } => ({
  sitters: waiting.map(({ sitter }) => ({
    id: `waiting-${sitter.id}`,
    icon: 'shield-check',
    label: sitter.name,
    detail: 'Profile to check',
    words: sitter.headline,
    to: paths.waitingSitter(sitter.id),
  })),
  bookings: deskBookings.map((one) => ({
    id: `desk-${one.id}`,
    icon: statusDisplays[one.status].icon,
    label: `${one.number}: ${serviceNames[one.service]} for ${firstName(one.ownerName)}`,
    detail: [
      `${one.ownerName} with ${one.sitterName}`,
      formatDayRange(one.startOn, one.endOn),
      statusDisplays[one.status].words.owner,
    ].join(' · '),
    to: paths.adminBooking(one.id),
  })),
})

type Viewer = Pick<Account, 'sitterId' | 'roles'>

/** Returns the groups of the palette: what typed text finds, or what is most likely wanted without it. */
export function groupsOf(
  { viewer, sources, actions }: { viewer: Viewer; sources: Sources; actions: readonly Entry[] },
  text: string,
): FinderGroup<Entry>[] {
  const isTyped = text.trim() !== ''
  const cut = (entries: Entry[]) => matching(entries, text).slice(0, isTyped ? most.typed : most.untyped)
  const pages = matching(
    pagesOf(viewer).map((page): Entry => ({ ...page, id: `page-${page.to}` })),
    text,
  )
  const desk = deskEntries(sources)
  const own: FinderGroup<Entry>[] = [
    { title: 'Bookings', items: cut(sources.bookings.toSorted(soonestFirst).map(bookingEntry)) },
    { title: 'People', items: cut(peopleEntries(sources)) },
    { title: 'Profiles to check', items: cut(desk.sitters) },
    // The server has already matched them, by addresses too, which are not shown here.
    { title: 'All bookings', items: desk.bookings },
  ]
  const pageGroup = { title: 'Pages', items: pages }
  return [
    ...(isTyped ? [pageGroup, ...own] : [...own, pageGroup]),
    { title: 'Actions', items: matching(actions, text) },
  ]
}
