import { standardPalette } from '#contract/palette.ts'
import type { Site } from '#server/kernel/deps.ts'

/** What a site shows before an operator has changed its look. */
export const originalLook = {
  lookVersion: 0,
  palette: standardPalette,
  logo: null,
  footer: null,
  start: null,
  properties: {},
} satisfies Partial<Site>
