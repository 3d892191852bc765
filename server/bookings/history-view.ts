import type { Booking } from '#contract/bookings/bookings.ts'
import type { Actor } from '#contract/codes.ts'
import { formatMoney } from '#contract/words.ts'
import { withSubject } from '#server/bookings/case/subject.ts'
import { wordsOf } from '#server/bookings/life/event-words.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import { type BookingRecord, type EventPayload, payloadOf } from '#server/bookings/record/record.ts'
import type { BookingRow } from '#server/bookings/record/store.ts'
import { transitions } from '#server/bookings/transitions.ts'

type HistoryEvent = Event | 'review'
export const isMove = (event: string): event is Event => Object.hasOwn(transitions, event)
const isHistoryEvent = (event: string): event is HistoryEvent => isMove(event) || event === 'review'

/**
 * Returns one line of the history. The sitter's position is shown only to the two sides, and to nobody once the
 * sitter’s account is erased.
 */
export function viewEvent(
  event: BookingRecord['events'][number],
  record: BookingRecord,
  reader: 'party' | 'operator',
): Booking['timeline'][number] {
  if (!isHistoryEvent(event.event))
    throw new Error(`The history of booking ${record.id} has an unknown event`)
  const { location, ...payload } = payloadOf(event)
  const isSeen = reader === 'party' && !record.sitter_erased_at
  const read = location && isSeen ? { ...payload, location } : payload
  return {
    at: event.at.toISOString(),
    event: event.event,
    by: event.by,
    detail: detailOf(event.event, event, read, record),
  }
}

/** `about 1 km around 53.35° N, 6.26° W, nearest town Dublin` */
const approximateLocation = ({ lat, lng, town }: NonNullable<EventPayload['location']>): string =>
  `about 1 km around ${Math.abs(lat).toFixed(2)}° ${lat < 0 ? 'S' : 'N'}, ` +
  `${Math.abs(lng).toFixed(2)}° ${lng < 0 ? 'W' : 'E'}${town ? `, nearest town ${town}` : ''}`

/** `Sam declined: too far away`, `Olga opened a case about the care: Rex came home hungry.` */
function detailOf(
  event: HistoryEvent,
  happened: Pick<BookingRecord['events'][number], 'by' | 'from_status' | 'to_status'>,
  { reason, note, amount, promotion, later, caseId, location }: EventPayload,
  record: BookingRecord,
): string {
  const words = (
    event === 'review'
      ? '{by} wrote a review'
      : (wordsByOtherActor(event, happened.by) ??
        wordsOf(event, record.payment_mode, happened, later ? 0 : amount).words)
  )
    .replace('{by}', `{${happened.by}}`)
    .replace('{other}', happened.by === 'owner' ? '{sitter}' : '{owner}')
  const more = reason ?? note
  const named = withNames(withSubject(words, record, caseId), record)
  const sentence = named.replace('{amount}', () => formatMoney(amount ?? 0, record.currency))
  const promotionPart = promotion
    ? `, and ${formatMoney(promotion, record.currency)} that the site had paid for the promo code`
    : ''
  const where = location ? ` (${approximateLocation(location)})` : ''
  return more ? `${sentence}${where}${promotionPart}: ${more}` : `${sentence}${where}${promotionPart}`
}

/** Wording for events caused by another actor than usual, or as the consequence of another booking. */
const wordsByActor: Partial<Record<Event, Partial<Record<Actor, string>>>> = {
  withdraw: { system: '{owner}’s request was withdrawn' },
  decline: { system: 'The request was declined' },
  check_out: { owner: '{owner} confirmed the end and the booking is complete' },
}
const wordsByOtherActor = (event: Event, by: Actor): string | undefined => wordsByActor[event]?.[by]

export const withNames = (
  words: string,
  { owner_name, sitter_name }: Pick<BookingRow, 'owner_name' | 'sitter_name'>,
): string => words.replaceAll('{owner}', () => owner_name).replaceAll('{sitter}', () => sitter_name)
