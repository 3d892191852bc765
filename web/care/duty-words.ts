import type { Duty } from '#contract/care/report-cards.ts'
import { listWords, serviceNames } from '#contract/words.ts'
import { formatDay, formatDayRange } from '#web/format.ts'

/** "Boarding for Rex and Pip". */
export const dutyTitle = ({ booking: { service, pets } }: Pick<Duty, 'booking'>): string =>
  `${serviceNames[service]} for ${listWords(pets.map(({ name }) => name))}`

/** "Fri 18 – Sat 26 Dec". */
export const bookingDaysOf = ({ booking: { startOn, endOn } }: Pick<Duty, 'booking'>): string =>
  startOn === endOn ? formatDay(startOn) : formatDayRange(startOn, endOn)
