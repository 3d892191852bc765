import { Look, type LookChange, type LookVersion } from '#contract/look.ts'
import type { VersionRow } from '#server/look/store.ts'

/** A document of another release may not be readable; it counts as the original look then. */
export const readableLook = (document: unknown): Look => Look.safeParse(document).data ?? Look.parse({})

/** The parts of a look, each with its label and its value in words. */
const parts: readonly (readonly [label: string, words: (look: Look) => string])[] = [
  ['Name', ({ name }) => name ?? 'as in the configuration'],
  ['Main colour', ({ colours }) => colours.main ?? 'the original green'],
  ['Accent colour', ({ colours }) => colours.accent ?? 'the original gold'],
  ['Single colours', ({ colours }) => colours.custom || 'none'],
]

export const changesOf = (before: Look, after: Look): LookChange[] =>
  parts.flatMap(([label, words]) => {
    const [one, other] = [words(before), words(after)]
    return one === other ? [] : [{ label, before: one, after: other }]
  })

/** The changes are those against the version before; against the original look for the first one. */
export const viewVersion = (row: VersionRow, before: VersionRow | undefined): LookVersion => ({
  version: row.version,
  at: row.created_at.toISOString(),
  by: row.by,
  reason: row.reason,
  changes: changesOf(readableLook(before?.document ?? {}), readableLook(row.document)),
})
