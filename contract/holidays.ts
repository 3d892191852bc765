import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, line } from './values.ts'

export const HolidayPeriod = z.object({
  country: z.string(),
  subdivision: z.string().nullable(),
  year: z.int(),
  name: z.string(),
  startOn: Day,
  endOn: Day,
})
export const listHolidays = endpoint({
  method: 'GET',
  path: '/v1/holidays',
  access: 'public',
  summary: 'List the holiday periods of a region, in which the holiday surcharges of sitters apply',
  query: z.object({
    country: z.string().regex(/^[A-Z]{2}$/, 'Write the country as two letters, like PT'),
    subdivision: z.string().max(10).optional(),
    year: z.coerce.number().pipe(z.int().min(2000).max(2100)).optional(),
  }),
  response: z.object({
    items: z.array(HolidayPeriod),
    /** All countries whose holidays are known. */
    countries: z.array(z.string()),
    /** Parts of the country that may have their own holidays. */
    subdivisions: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  problems: [],
})
export type HolidayPeriod = z.infer<typeof HolidayPeriod>

const region = {
  country: z.string().regex(/^[A-Z]{2}$/, 'Write the country as two letters, like PT'),
  subdivision: z.string().max(10).nullable(),
  year: z.int().min(2000).max(2100),
}
const EditedPeriod = z.strictObject({
  name: line(100, 1),
  startOn: Day,
  endOn: Day,
  /** A disabled period has no surcharge and is not listed. */
  enabled: z.boolean(),
})

/** The periods of one region that start in one year, including disabled ones; `version` changes with any of them. */
export const HolidayYear = z.object({ ...region, version: z.string(), periods: z.array(EditedPeriod) })

export const showHolidayYear = endpoint({
  method: 'GET',
  path: '/v1/admin/holidays',
  access: 'settings.read',
  summary: 'Get the holiday periods of a region and year, for editing (operators)',
  query: z.object({
    country: region.country,
    subdivision: z.string().max(10).optional(),
    year: z.coerce.number().pipe(region.year),
  }),
  response: HolidayYear,
  problems: [],
})
export const changeHolidayYear = endpoint({
  method: 'PUT',
  path: '/v1/admin/holidays',
  access: 'settings.change',
  freshSignIn: 'required',
  summary: 'Replace the holiday periods of a region and year; they are never generated again (operators)',
  body: z.strictObject({
    ...region,
    subdivision: region.subdivision.default(null),
    version: z.string().max(100),
    /** At least one, which may be disabled, so that the year stays maintained by the operator. */
    periods: z.array(EditedPeriod).min(1).max(100),
  }),
  response: HolidayYear,
  problems: ['version-stale'],
})
export type HolidayYear = z.infer<typeof HolidayYear>
