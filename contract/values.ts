import { z } from 'zod'

const dayPattern = /^(20\d\d|2100)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Returns true if the day exists and lies between 2000-01-01 and 2100-12-31. */
export function isDay(value: string): boolean {
  if (!dayPattern.test(value)) return false
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** A calendar day `YYYY-MM-DD`, without a time zone. */
export const Day = z
  .string()
  .refine(isDay, 'Write a day as YYYY-MM-DD, between 2000 and 2100')
  .meta({ format: 'date' })
/** A month `YYYY-MM`, without a time zone. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Write the month like 2026-11')
/** A wall clock time `HH:MM`. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time as HH:MM')
/** An instant, RFC 3339 in UTC. */
export const Instant = z.iso.datetime()
export const Id = z.uuid('This is not an id')
/** An amount in the currency's minor unit. */
export const Amount = z.int()
const currencyCode = 'Write three capital letters, like EUR'
export const Currency = z.string(currencyCode).regex(/^[A-Z]{3}$/, currencyCode)
export const Latitude = z.number().min(-90).max(90)
export const Longitude = z.number().min(-180).max(180)

const isCleanLine = (text: string) => text.isWellFormed() && !/[\p{Cc}]/u.test(text)
const isCleanText = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text)

/**
 * One line of text typed by a person: well-formed, without control characters, NFC, trimmed. `missing` is the message
 * for an empty line in a form whose list of errors does not show the field beside it.
 */
export const line = (max: number, min = 0, missing = 'Fill this in') =>
  z
    .string()
    .refine(isCleanLine, 'Remove the characters that cannot be shown')
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(min, min === 1 ? missing : `Write at least ${min} characters`)
        .max(max, `Write at most ${max} characters`),
    )

/** Text typed by a person, with line breaks; `\r\n` becomes `\n`. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .transform((value) => value.replaceAll('\r\n', '\n'))
    .refine(isCleanText, 'Remove the characters that cannot be shown')
    .transform((value) => value.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(min, min === 1 ? 'Fill this in' : `Write at least ${min} characters`)
        .max(max, `Write at most ${max} characters`),
    )

/** A page of this site, or an address elsewhere. */
export const LinkTarget = line(300, 1).pipe(
  z
    .string()
    .regex(
      /^(\/([^\s/\\]\S*)?|https:\/\/\S+)$/,
      'Write a page of this site, like /help, or an address with https://',
    ),
)

export const Email = line(254, 3).pipe(z.email('Write an e-mail address like name@example.org'))
export const PhoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'Write the number with its country code, like +351912345678')

/** `?cursor=&limit=` of every paginated list. */
export const PageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(24),
})
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
