import type { CareTaskKind, HandoverMoment, Mood, Service } from '#contract/codes.ts'
import { capitalised, unitWord } from '#web/words.ts'

export const moodWords: Record<Mood, string> = {
  great: 'Full of joy',
  good: 'Well',
  quiet: 'Quiet',
  worried: 'Worried',
  unwell: 'Unwell',
}
export const taskWords: Record<CareTaskKind, string> = {
  feed: 'Food',
  water: 'Water',
  walk: 'Walk',
  meds: 'Medicine',
  litter: 'Tray',
}
export const handoverWords: Record<HandoverMoment, string> = { drop_off: 'Drop-off', pick_up: 'Pick-up' }
export const foodSteps = [0, 25, 50, 75, 100] as const

/** "Visit 2 of 5", "Night 1". */
export const unitName = (service: Service, unit: number, count: number): string =>
  `${capitalised(unitWord(service))} ${unit + 1}${count > 1 ? ` of ${count}` : ''}`

/** Returns the time from "Today, 09:00", dropping the day. */
export const timeOnly = (words: string): string => words.split(', ').at(-1) ?? words
