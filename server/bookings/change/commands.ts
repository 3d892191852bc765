import type { ChangePreview } from '#contract/bookings/bookings.ts'
import type { Party } from '#contract/codes.ts'
import { formatMoney } from '#contract/words.ts'
import { type ChangeDraft, type OfferedChange, offerChange } from '#server/bookings/change/offer-commands.ts'
import { quoteFor, viewChanged } from '#server/bookings/change/view.ts'
import { allowMove } from '#server/bookings/life/commands.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { type BookingRecord, partyIn } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Previews the booking after a change, before the other side is asked. */
export async function calculateChange(
  deps: Deps,
  { accountId }: Viewer,
  bookingId: string,
  draft: ChangeDraft,
): Promise<ChangePreview> {
  const { db, now } = deps
  const party = partyIn(await store.findPartiesOf(db, bookingId), accountId)
  const record = await recordOf(db, bookingId)
  allowMove(record, 'propose_change', party, now())
  const { agreed, expiresAt, changeHash } = await offerChange(deps, record, draft, party)
  return { ...viewChanged(agreed, record, party), expiresAt: expiresAt.toISOString(), changeHash }
}

/** Returns the change as it was shown, or refuses with the current quote. */
export async function offerShownChange(
  deps: Deps,
  record: BookingRecord,
  { changeHash, note, ...draft }: ChangeDraft & { changeHash: string; note: string | null },
  party: Party,
): Promise<OfferedChange> {
  const offered = await offerChange(deps, record, draft, party)
  if (offered.changeHash !== changeHash)
    throw new Problem('price-changed', {
      detail: `With the change, the total is now ${formatMoney(offered.agreed.quote.total, record.currency)}. Check the new price before you ask for the change.`,
      quote: quoteFor(offered.agreed.quote, party),
    })
  return { ...offered, note }
}
