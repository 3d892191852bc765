import type { UpdateRhythm } from '#contract/codes.ts'

export const rhythmWords: Record<UpdateRhythm, string> = {
  each_visit: 'After each visit',
  twice_daily: 'Twice a day',
  daily: 'Once a day',
  if_needed: 'Only if something happens',
}
