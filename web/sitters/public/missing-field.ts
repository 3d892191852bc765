import type { Missing } from '#web/sitters/public/booking-state.ts'

/** The form field for each missing value. */
export const fieldOf: Record<Missing['name'], string> = {
  start: 'start',
  end: 'end',
  days: 'start',
  times: 'box-time-0',
  visits: 'box-visits',
  pets: 'box-pets',
}
