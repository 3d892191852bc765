import { type Party, parties } from '#contract/codes.ts'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { listMailPreviews, MailPreviewLine, showMailPreview } from '#contract/mails/previews.ts'
import { findIdByNumber } from '#server/bookings/desk/store.ts'
import { noticeKindOf } from '#server/bookings/life/notice-kind.ts'
import { letterOf, type MailEvent, mailEvents } from '#server/bookings/mails.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { type BookingRecord, happenedIn } from '#server/bookings/record/record.ts'
import type { Deps, Site } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { previewMail } from '#server/notices/commands.ts'

async function recordByNumber({ db }: Deps, number: string): Promise<BookingRecord> {
  const id = await findIdByNumber(db, number.replace(/^#/, '').toUpperCase())
  if (!id) throw new Problem('booking-not-found')
  return recordOf(db, id)
}

/**
 * The letter of an event; null if that side gets none. An event that has not happened has no facts of its own, such as a
 * new price, and some letters cannot be written without them.
 */
function letterIn(record: BookingRecord, event: MailEvent, to: Party, site: Site) {
  const happened = happenedIn(record, event)
  try {
    return letterOf(record, event, to, happened, site)
  } catch (error) {
    if (happened) throw error
    return null
  }
}

function lineOf(record: BookingRecord, event: MailEvent, to: Party, deps: Deps): MailPreviewLine | null {
  const letter = letterIn(record, event, to, deps.site)
  if (!letter || !noticeKindOf(event, to, record, deps.now())) return null
  return { event, to, subject: letter.subject, happened: happenedIn(record, event) !== undefined }
}

/** Lists the mails that a booking has sent or could send, those of its history first. */
export async function listPreviews(
  deps: Deps,
  number: string,
): Promise<EndpointResponse<typeof listMailPreviews>> {
  const record = await recordByNumber(deps, number)
  const lines = mailEvents.flatMap((event) => parties.flatMap((to) => lineOf(record, event, to, deps) ?? []))
  return {
    booking: { id: record.id, number: record.number },
    items: lines.toSorted((one, other) => Number(other.happened) - Number(one.happened)),
  }
}

export async function showPreview(
  deps: Deps,
  number: string,
  { event: name, to }: { event: string; to: Party },
): Promise<EndpointResponse<typeof showMailPreview>> {
  const record = await recordByNumber(deps, number)
  const event = mailEvents.find((one) => one === name)
  const line = event && lineOf(record, event, to, deps)
  const letter = event && letterIn(record, event, to, deps.site)
  const kind = event && noticeKindOf(event, to, record, deps.now())
  if (!line || !letter || !kind) throw new Problem('mail-not-found')
  const { text, html } = previewMail(kind, letter, deps.site)
  return { ...line, text, html }
}
