import type { ReportMeasure, ReportReason, ReportSubject } from '#contract/care/codes.ts'
import { removeFile } from '#server/files/commands.ts'
import type { TxDeps, Viewer } from '#server/kernel/deps.ts'
import { removeMessage } from '#server/messages/commands.ts'
import { removeReview } from '#server/reviews/commands.ts'
import { takeDownSitter } from '#server/sitters/check-commands.ts'
import { applySuspension } from '#server/suspensions/commands.ts'

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
  if (measure.measure === 'suspended')
    await applySuspension(deps, viewer, { accountId: measure.aboutId, reason: measure.reason, endsAt: null })
}
