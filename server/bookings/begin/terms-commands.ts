import type { Booking, BookingDraft, BookingMove } from '#contract/bookings/bookings.ts'
import { isStay } from '#contract/codes.ts'
import {
  refuseOtherPrice,
  refuseRequest,
  termsColumns,
  unitsOfPlan,
} from '#server/bookings/begin/request-commands.ts'
import { makeOffer } from '#server/bookings/quote/commands.ts'
import type { Offer } from '#server/bookings/quote/offer.ts'
import { reservePromo } from '#server/bookings/quote/promo-commands.ts'
import { setUseAmount } from '#server/bookings/quote/promo-store.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { type BookingRecord, type EventPayload, termsOfRow } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import { localOf } from '#server/kernel/day.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { requireOpen } from '#server/settings/commands.ts'

type Days = Pick<BookingDraft, 'startOn' | 'startTime' | 'endOn' | 'endTime' | 'visits'>

const visitsOf = ({ units, time_zone }: BookingRecord) =>
  units.map((unit) => ({
    on: unit.on_date,
    time: localOf(unit.starts_at, time_zone).time,
    minutes: unit.minutes,
  }))

/** The booking as a draft for today's prices, with other days if some are given. */
export function draftOf(record: BookingRecord, days: Days): BookingDraft {
  const asIs: Days = isStay(record.service)
    ? {
        startOn: record.start_on,
        startTime: record.start_time,
        endOn: record.end_on,
        endTime: record.end_time,
      }
    : { visits: visitsOf(record) }
  // The example days of a question without days were not chosen by the owner.
  const currentDates = record.dates_open ? {} : asIs
  return {
    sitterId: record.sitter_id,
    service: record.service,
    ...currentDates,
    ...(isStay(record.service)
      ? {
          ...(days.startOn ? { startOn: days.startOn } : {}),
          ...(days.startTime ? { startTime: days.startTime } : {}),
          ...(days.endOn ? { endOn: days.endOn } : {}),
          ...(days.endTime ? { endTime: days.endTime } : {}),
        }
      : days.visits
        ? { visits: days.visits }
        : {}),
    petIds: record.pets.map(({ id }) => id),
    addOns: termsOfRow(record).addOns.map(({ code, petId }) => ({
      code,
      count: 1,
      ...(petId === undefined ? {} : { petId }),
    })),
  }
}

export const priceOffer = (
  deps: Deps,
  record: BookingRecord,
  days: Days & { discount: number },
): Promise<Offer> =>
  makeOffer(deps, { accountId: record.owner_id }, draftOf(record, days), {
    as: 'offer',
    discount: days.discount,
    earlierPromo: record.quote.promo,
  })

export type Repriced = Extract<BookingMove, { quoteHash: string }>
export const isRepriced = (sent: BookingMove): sent is Repriced => 'quoteHash' in sent

const beforeOf = (record: BookingRecord): NonNullable<Booking['offer']>['before'] => ({
  startOn: record.start_on,
  startTime: record.start_time,
  endOn: record.end_on,
  endTime: record.end_time,
  visits: isStay(record.service) ? [] : visitsOf(record),
  datesOpen: record.dates_open,
  total: record.total,
})

/**
 * Reprices a booking before anything is agreed: a question that becomes a request, or an offer by the sitter. All
 * locks of the event must be held. Returns the booking on its new terms, and what the history keeps of the old ones.
 */
export async function renewTerms(
  deps: TxDeps,
  record: BookingRecord,
  sent: Repriced,
): Promise<{ record: BookingRecord; more: EventPayload }> {
  const isOffer = sent.event === 'offer'
  if (!isOffer) await requireOpen(deps.db, 'requests')
  const offer = isOffer
    ? await priceOffer(deps, record, sent)
    : await makeOffer(deps, { accountId: record.owner_id }, draftOf(record, sent), {
        takesCredit: !record.quote.promo,
      })
  if (isOffer) refuseOtherPrice(deps, offer, sent.quoteHash, offer.quote)
  else {
    refuseOtherPrice(deps, offer, sent.quoteHash)
    await refuseRequest(deps.db, record.owner_id, sent.event, offer)
  }
  await store.replaceTerms(deps.db, record.id, termsColumns(offer), unitsOfPlan(offer))
  if (record.quote.promo) await setUseAmount(deps.db, record.id, offer.price.promo?.amount ?? 0)
  else if (offer.promo) await reservePromo(deps.db, offer.promo, record.id, record.owner_id)
  const more = isOffer ? { before: beforeOf(record), discount: sent.discount } : {}
  return { record: await recordOf(deps.db, record.id), more }
}
