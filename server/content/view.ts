import type { EditedText, TextItem, TextVersion } from '#contract/staff/content.ts'
import type { DraftRow, TextKey, VersionRow } from '#server/content/store.ts'
import { readableText, type Written } from '#server/content/written.ts'

/** What is known of a text: in the release, in the versions, and in the draft. */
export type TextFacts = {
  key: TextKey
  shipped: Written | undefined
  shown: VersionRow | undefined
  /** The next first. */
  planned: readonly VersionRow[]
  draft: DraftRow | undefined
}

function stateOf({ shipped, shown }: TextFacts): TextItem['state'] {
  if (shown?.change === 'hidden') return 'hidden'
  if (shown?.change === 'text') return 'edited'
  return shipped ? 'shipped' : 'unpublished'
}

const writtenIn = (row: VersionRow | DraftRow | undefined): Written | undefined =>
  row && readableText(row.fields, row.body)

export function viewItem(facts: TextFacts): TextItem {
  const { key, shipped, shown, planned, draft } = facts
  const [next] = planned
  const written = writtenIn(shown) ?? shipped ?? writtenIn(next) ?? writtenIn(draft)
  return {
    ...key,
    title: written?.fields.title || key.slug,
    state: stateOf(facts),
    publishedAt: shown?.publish_at.toISOString() ?? null,
    plannedAt: next?.publish_at.toISOString() ?? null,
    draft: draft ? { at: draft.saved_at.toISOString(), by: draft.by } : null,
  }
}

/** `before`: the text that a hidden one showed. */
export function viewText(
  facts: TextFacts,
  { version, before }: { version: number; before: VersionRow | undefined },
): EditedText {
  const { shipped, shown, draft } = facts
  const written = writtenIn(draft)
  return {
    ...viewItem(facts),
    isShipped: shipped !== undefined,
    version,
    shown: writtenIn(shown?.change === 'hidden' ? before : shown) ?? shipped ?? null,
    draft:
      draft && written
        ? { ...written, revision: draft.revision, at: draft.saved_at.toISOString(), by: draft.by }
        : null,
  }
}

export const viewVersion = (row: VersionRow, shownVersion: number | undefined): TextVersion => ({
  version: row.version,
  change: row.change,
  written: writtenIn(row) ?? null,
  inSubstance: row.in_substance,
  publishAt: row.publish_at.toISOString(),
  withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  isShown: row.version === shownVersion,
  at: row.created_at.toISOString(),
  by: row.by ?? 'A new release',
  reason: row.reason,
})
