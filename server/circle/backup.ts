import { isStay, runningStatuses, type Service } from '#contract/codes.ts'
import { daysBetween } from '#server/kernel/day.ts'

/** Stays of more nights than this may have a backup sitter. */
export const maxNightsWithoutBackup = 3

type Stay = { service: Service; status: string; start_on: string; end_on: string; ends_at: Date }

/** Returns whether a backup sitter may be asked for this stay. */
export const mayHaveBackup = ({ service, status, start_on, end_on, ends_at }: Stay, now: Date): boolean =>
  isStay(service) &&
  daysBetween(start_on, end_on) > maxNightsWithoutBackup &&
  runningStatuses.some((running) => running === status) &&
  ends_at > now
