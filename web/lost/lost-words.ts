import type { LostPoster } from '#contract/lost.ts'
import { formatZone } from '#contract/words.ts'
import { formatDay } from '#web/format.ts'
import { capitalised, speciesWord } from '#web/words.ts'

/** "Cat, European shorthair, brown tabby, female". */
export const appearanceOf = ({ species, breed, coat, sex }: LostPoster): string =>
  [capitalised(speciesWord(species)), breed, coat, sex].filter(Boolean).join(', ')

/** "Tuesday 1 December 2026, 09:00 (Dublin time)". */
export const lostWhen = ({
  lostOn,
  lostTime,
  timeZone,
}: Pick<LostPoster, 'lostOn' | 'lostTime' | 'timeZone'>): string =>
  `${formatDay(lostOn, 'long')}, ${lostTime} (${formatZone(timeZone)} time)`

export const chipWords = ({ name, chipped }: LostPoster): string =>
  chipped
    ? `${name} has a chip. Any vet or shelter can read it and find us through it.`
    : `${name} has no chip that we know of.`
