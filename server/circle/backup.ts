import { isStay, runningStatuses, type Service } from '#contract/codes.ts'
import { daysBetween } from '#server/kernel/day.ts'

/** Above so many nights a stay may have a second sitter. */
export const nightsWithout = 3

type Stay = { service: Service; status: string; start_on: string; end_on: string; ends_at: Date }

/** Whether somebody may be asked to be ready to step in. */
export const mayHaveBackup = ({ service, status, start_on, end_on, ends_at }: Stay, now: Date): boolean =>
  isStay(service) &&
  daysBetween(start_on, end_on) > nightsWithout &&
  runningStatuses.some((running) => running === status) &&
  ends_at > now
