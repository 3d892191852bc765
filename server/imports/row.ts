import { z } from 'zod'
import { type Service, services } from '#contract/codes.ts'
import { SitterInput } from '#contract/sitters/sitters.ts'
import { Email, isDay, line } from '#contract/values.ts'
import type { Entry, Fault } from '#server/imports/csv.ts'
import { daysBetween } from '#server/kernel/day.ts'

/** A profile from elsewhere; `town` is looked up by its name. */
export type SitterData = {
  name: string
  town: string
  country: string
  profile: z.input<typeof SitterInput>
}
export type StayData = { service: Service | null; startOn: string; endOn: string }
export type Read<Data> = { externalId: string; faults: Fault[]; data: Data | null }

const ExternalId = line(100, 1)
const longestStay = 366

type Report = (column: string | null, message: string) => void

/** Reads a value by a schema of the contract; its messages say what to do. */
function read<T extends z.ZodType>(schema: T, value: unknown, column: string | null, report: Report) {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const { message } of result.error.issues) report(column, message)
  return null
}

const wordsOf = (text = ''): string[] => text.split(/[\s,;|]+/).filter(Boolean)

/** Minor units of an amount like "24", "24.5" or "24,50"; null if it is none. */
function amountOf(text: string, digits: number): number | null {
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined || part.length > digits ? null : Number(whole + part.padEnd(digits, '0'))
}

function ratesOf(values: Entry['values'], digits: number, report: Report) {
  return services.flatMap((service) => {
    const text = values[service] ?? ''
    if (text === '') return []
    const base = amountOf(text, digits)
    if (base !== null && base > 0) return [{ service, rates: { base } }]
    report(
      service,
      'Write the price of one unit as a number with a point, without the currency, or leave it out.',
    )
    return []
  })
}

const valueOf = ({ values }: Entry, column: string): string => values[column] ?? ''

/** Reads the profile; what is wrong with it is told by the columns it comes from. */
function profileOf(entry: Entry, currencyDigits: number, report: Report): SitterData['profile'] {
  const years = valueOf(entry, 'experience_years')
  const isNumber = /^\d{1,2}$/.test(years)
  if (years !== '' && !isNumber) report('experience_years', 'Write a whole number of years, or leave it out.')
  const profile = {
    headline: valueOf(entry, 'headline'),
    bio: valueOf(entry, 'text'),
    languages: wordsOf(valueOf(entry, 'languages')).map((word) => word.toLowerCase()),
    experienceYears: isNumber ? Number(years) : null,
    services: ratesOf(entry.values, currencyDigits, report),
  }
  for (const { path, message } of SitterInput.safeParse(profile).error?.issues ?? [])
    report(columnOf(path), message)
  return profile
}

/** Reads a row about a sitter. `currencyDigits` is how many digits the currency of the site has after the point. */
export function readSitterRow(
  entry: Entry,
  currencyDigits: number,
): Read<SitterData> & { email: string | null } {
  const faults = [...entry.faults]
  const report: Report = (column, message) => faults.push({ column, message })
  const externalId = valueOf(entry, 'external_id')
  read(ExternalId, externalId, 'external_id', report)
  const name = read(line(120, 1), valueOf(entry, 'name'), 'name', report)
  const email = read(Email, valueOf(entry, 'email'), 'email', report)?.toLowerCase() ?? null
  const profile = profileOf(entry, currencyDigits, report)
  const [town, country] = [valueOf(entry, 'town'), valueOf(entry, 'country').toUpperCase()]
  if (town !== '' && !/^[A-Z]{2}$/.test(country))
    report('country', 'Write the country of the town as two letters, like PT.')
  const data = faults.length === 0 && name !== null ? { name, town, country, profile } : null
  return { externalId, email, faults, data }
}

const columnsOfFields: Record<string, string> = {
  headline: 'headline',
  bio: 'text',
  languages: 'languages',
  experienceYears: 'experience_years',
}
const columnOf = ([field]: readonly PropertyKey[]): string | null => columnsOfFields[String(field)] ?? null

/** Reads a row about a stay; `today` is the day in the westernmost zone, so that no stay counts as over too early. */
export function readStayRow(entry: Entry, today: string): Read<StayData> & { sitter: string } {
  const faults = [...entry.faults]
  const report: Report = (column, message) => faults.push({ column, message })
  const [externalId, sitter] = [valueOf(entry, 'external_id'), valueOf(entry, 'sitter')]
  read(ExternalId, externalId, 'external_id', report)
  read(ExternalId, sitter, 'sitter', report)
  const [startOn, endOn] = [valueOf(entry, 'start_on'), valueOf(entry, 'end_on')]
  for (const column of ['start_on', 'end_on'])
    if (!isDay(valueOf(entry, column))) report(column, 'Write the day as YYYY-MM-DD.')
  const given = valueOf(entry, 'service')
  const service = services.find((code) => code === given) ?? null
  if (given !== '' && service === null)
    report('service', `Write one of ${services.join(', ')}, or leave it out if all services are taken.`)
  if (faults.length === 0) reportDays({ startOn, endOn, today }, report)
  return { externalId, sitter, faults, data: faults.length === 0 ? { service, startOn, endOn } : null }
}

function reportDays(
  { startOn, endOn, today }: Record<'startOn' | 'endOn' | 'today', string>,
  report: Report,
) {
  if (endOn < startOn) report('end_on', 'The last day must not come before the first.')
  else if (daysBetween(startOn, endOn) > longestStay)
    report('end_on', 'A stay has at most 366 days. Divide it.')
  else if (endOn < today)
    report(
      'end_on',
      'This stay is over. Only stays that are not over are imported, because all they do is take days of the calendar.',
    )
}
