import type { ReportMeasure, ReportReason, ReportSubject } from '#contract/care/codes.ts'
import { endRequestsOf } from '#server/bookings/leave/departure-commands.ts'
import { removeFile } from '#server/files/commands.ts'
import { disableUser } from '#server/identity/admin-commands.ts'
import type { TxDeps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { removeMessage } from '#server/messages/commands.ts'
import { findAccountToSuspend } from '#server/reports/store.ts'
import { removeReview } from '#server/reviews/commands.ts'
import { takeDownSitter } from '#server/sitters/check-commands.ts'

export type Measure = {
  kind: ReportSubject
  measure: Exclude<ReportMeasure, 'none'>
  subjectId: string
  aboutId: string
  /** Why it was reported (`ground`), and why it is decided this way (`reason`). */
  ground: ReportReason
  reason: string
}

type Removal = (deps: TxDeps, viewer: Viewer, measure: Measure) => Promise<unknown>

/** How each kind of subject is removed; a warning needs no action besides its mail. */
const removals: Record<Exclude<ReportSubject, 'person'>, Removal> = {
  listing: (deps, viewer, { subjectId, reason }) => takeDownSitter(deps, viewer, subjectId, reason),
  review: (deps, _viewer, { subjectId, ground }) => removeReview(deps, subjectId, ground),
  photo: (deps, _viewer, { subjectId }) => removeFile(deps, subjectId),
  message: (deps, _viewer, { subjectId }) => removeMessage(deps, subjectId),
}

export async function applyMeasure(deps: TxDeps, viewer: Viewer, measure: Measure): Promise<void> {
  if (measure.measure === 'removed' && measure.kind !== 'person')
    await removals[measure.kind](deps, viewer, measure)
  if (measure.measure === 'suspended') await suspend(deps, viewer, measure)
}

/**
 * Disables the account with immediate effect: the next request of any session is refused, the profile is unpublished,
 * and the person's open booking requests are ended.
 */
async function suspend(deps: TxDeps, viewer: Viewer, { aboutId: accountId, reason }: Measure): Promise<void> {
  const about = await findAccountToSuspend(deps.db, accountId)
  if (accountId === viewer.accountId)
    throw new Problem('report-refused', {
      detail: 'You cannot suspend yourself. Ask another operator to decide this.',
    })
  if (!about) throw new Problem('not-found')
  const { external_id: uid, sitter_id: sitterId, sitter_status: status } = about
  await endRequestsOf(deps, accountId)
  if (sitterId && status !== 'draft') await takeDownSitter(deps, viewer, sitterId, reason)
  await disableUser(deps, uid).catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'account-not-found')) throw error
    throw new Problem('report-refused', {
      detail:
        'This person signs in at another service. Disable them there, and then decide with a warning that says so.',
    })
  })
}
