import { z } from 'zod'
import { services } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id } from '#contract/values.ts'

/** One day of one service. `free` is the number of places left: pets, visits, or one house. */
export const CalendarDay = z.object({
  on: Day,
  service: z.enum(services),
  free: z.int(),
  capacity: z.int(),
  /**
   * Why nothing is free: booked, blocked by the sitter or an external calendar, past, or within the sitter's notice
   * period.
   */
  reason: z.enum(['full', 'away', 'past', 'notice']).nullable(),
  /** A holiday whose surcharge applies, in words. */
  holiday: z.string().nullable(),
})

const params = z.object({ sitterId: Id })

export const showCalendar = endpoint({
  method: 'GET',
  path: '/v1/sitters/:sitterId/calendar',
  access: 'public',
  summary: 'Get the free and unavailable days of a sitter; at most 400 days per request',
  params,
  query: z.object({ from: Day.optional(), to: Day.optional(), service: z.enum(services).optional() }),
  response: z.object({ timeZone: z.string(), today: Day, items: z.array(CalendarDay), version: z.int() }),
  problems: ['sitter-not-found', 'dates-refused'],
})

/** Overrides single days; capacity null restores the weekday default. */
export const updateCalendar = endpoint({
  method: 'PUT',
  path: '/v1/sitters/:sitterId/calendar',
  access: 'account',
  summary: 'Update your sitter calendar: block, open or resize days; also confirms that it is up to date',
  params,
  body: z.strictObject({
    days: z
      .array(
        z.strictObject({
          on: Day,
          /** Default: all services. */
          service: z.enum(services).optional(),
          capacity: z.int().min(0).max(50).nullable(),
        }),
      )
      .max(400),
    version: z.int().optional(),
  }),
  response: z.object({ timeZone: z.string(), today: Day, items: z.array(CalendarDay), version: z.int() }),
  problems: ['sitter-not-found', 'version-stale', 'calendar-booked', 'dates-refused'],
})

/**
 * `off`: first days of the holiday periods that the sitter has switched off; `peaks`: the sitter's own days with a
 * surcharge.
 */
export type OwnHolidays = { off: string[]; peaks: string[] }

const SitterHolidays = z.object({
  /** The periods of the sitter's region that are not over yet. */
  periods: z.array(z.object({ name: z.string(), startOn: Day, endOn: Day, off: z.boolean() })),
  peaks: z.array(Day),
  version: z.int(),
})

export const showSitterHolidays = endpoint({
  method: 'GET',
  path: '/v1/sitters/:sitterId/holidays',
  access: 'account',
  summary: 'Get the holiday periods of your surcharge, which of them are off, and your peak days (sitter)',
  params,
  response: SitterHolidays,
  problems: ['sitter-not-found'],
})

export const changeSitterHolidays = endpoint({
  method: 'PUT',
  path: '/v1/sitters/:sitterId/holidays',
  access: 'account',
  summary:
    'Replace your switched-off holiday periods and your peak days; applies to new bookings only (sitter)',
  params,
  /** At most 30 peak days per year, including past ones. */
  body: z.strictObject({ off: z.array(Day).max(200), peaks: z.array(Day).max(200), version: z.int() }),
  response: SitterHolidays,
  problems: ['sitter-not-found', 'version-stale'],
})

export type SitterHolidays = z.infer<typeof SitterHolidays>
export type CalendarDay = z.infer<typeof CalendarDay>
