import type { BookingCase } from '#contract/bookings/cases.ts'
import { isOpen } from '#server/bookings/case/case.ts'
import type { CaseRow } from '#server/bookings/record/parts-store.ts'
import type { PhotosOf } from '#server/files/commands.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

export const viewCase = (row: CaseRow, photosOf: PhotosOf): BookingCase => {
  const photos = photosOf(row.id)
  const among = (ids: readonly string[]) => photos.filter(({ id }) => ids.includes(id))
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    openedBy: row.opened_by,
    openedAt: row.opened_at.toISOString(),
    visitAt: instant(row.visit_at),
    words: row.words,
    photos: among(row.photo_ids),
    contacted: row.contacted,
    asked: row.asked,
    holds: row.holds,
    answerBy: row.answer_by.toISOString(),
    decideBy: row.decide_by.toISOString(),
    answer: row.answer,
    answerPhotos: among(row.answer_photo_ids),
    answeredAt: instant(row.answered_at),
    refund: row.refund,
    statement: row.statement,
    resolvedBy: row.resolved_by,
    resolvedAt: instant(row.resolved_at),
    appeal: row.appeal,
    appealPhotos: among(row.appeal_photo_ids),
    appealedBy: row.appealed_by,
    appealedAt: instant(row.appealed_at),
  }
}

/**
 * Returns the case that an event is about while it is open. Jobs queued before cases had ids are about the only open
 * case.
 */
export const openCaseIn = (
  { cases }: { cases: readonly CaseRow[] },
  { caseId }: { caseId?: string },
): CaseRow | undefined => cases.find((one) => isOpen(one) && (caseId === undefined || one.id === caseId))
