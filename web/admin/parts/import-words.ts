import type { ImportKind, ImportOutcome, ImportState } from '#contract/staff/codes.ts'

export const importKindWords: Record<ImportKind, string> = {
  sitters: 'Sitters',
  stays: 'Stays, which block days',
}

export const importStateWords: Record<ImportState, { label: string; tone: 'neutral' | 'green' | 'gold' }> = {
  checked: { label: 'Checked, nothing imported', tone: 'neutral' },
  running: { label: 'Importing', tone: 'gold' },
  done: { label: 'Imported', tone: 'green' },
  undone: { label: 'Undone', tone: 'neutral' },
}

/** After the number of rows. */
export const outcomeWords: Record<ImportOutcome, string> = {
  create: 'new',
  change: 'changed',
  same: 'unchanged',
  refused: 'refused',
}
