import { type RankingComponent, rankingComponents, type Service } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { Home } from '#contract/sitters/sitters.ts'
import { addHours, daysBetween, localOf } from '#server/kernel/day.ts'

export type Components = Record<RankingComponent, number>
export type Weights = Settings['rank']['weights']

/** The facts about a sitter that the ranking uses, independent of the search. */
export type RankedSitter = {
  stars: { sum: number; count: number }
  clients: number
  repeatClients: number
  responseRate: number | null
  calendarConfirmedOn: string | null
  /** Zero to one. */
  completeness: number
  publishedAt: Date | null
  completedBookings: number
  timeZone: string
}

const unit = (value: number): number => Math.min(1, Math.max(0, value))

/** Adds five assumed reviews of 4.6, so that one enthusiastic friend does not bring a sitter to the top. */
export const bayesianMean = ({ sum, count }: { sum: number; count: number }): number =>
  (5 * 4.6 + sum) / (5 + count)

const freshDays = 7
const staleDays = 45
const newcomerDays = 60
const newcomerBookings = 3
/** The value for a sitter without requests, who has neither answered nor failed to answer. */
const unknownResponse = 0.5

/** True for sixty days after publication, unless three bookings are completed sooner. */
export const isNewcomer = (publishedAt: Date | null, completedBookings: number, at: Date): boolean =>
  publishedAt !== null && publishedAt > newcomersSince(at) && hasFewBookings(completedBookings)

/** Sitters published before this instant are no longer newcomers. */
export const newcomersSince = (at: Date): Date => addHours(at, -newcomerDays * 24)
export const hasFewBookings = (completedBookings: number): boolean => completedBookings < newcomerBookings

function freshness(confirmedOn: string | null, today: string): number {
  if (confirmedOn === null) return 0
  return unit((staleDays - daysBetween(confirmedOn, today)) / (staleDays - freshDays))
}

/**
 * Distance in kilometres at which the component has fallen to 1/e: five times as far for house sitting, where the
 * sitter moves in.
 */
export const distanceScaleKm = (service: Service | undefined): number =>
  service === 'house_sitting' ? 25 : 5

/** Zero without a place in the search. */
export const distanceComponent = (distanceKm: number | null, service: Service): number =>
  distanceKm === null ? 0 : Math.exp(-distanceKm / distanceScaleKm(service))

/** Computes the six components that do not depend on the search. */
export const staticComponents = (sitter: RankedSitter, at: Date): Omit<Components, 'distance'> => ({
  quality: unit((bayesianMean(sitter.stars) - 3.5) / 1.5),
  repeat: sitter.repeatClients / (sitter.clients + 3),
  response: sitter.responseRate ?? unknownResponse,
  freshness: freshness(sitter.calendarConfirmedOn, localOf(at, sitter.timeZone).on),
  completeness: unit(sitter.completeness),
  newcomer: isNewcomer(sitter.publishedAt, sitter.completedBookings, at) ? 1 : 0,
})

/** The published formula: the weighted sum of the components (rules section 12). Leave out `distance` for the static part. */
export const scoreOf = (components: Partial<Components>, weights: Weights): number =>
  rankingComponents.reduce((sum, name) => sum + weights[name] * (components[name] ?? 0), 0)

export type Profile = {
  headline: string
  bio: string
  neighbourhood: string | null
  home: Pick<Home, 'aloneMaxHours'>
  languages: readonly string[]
  skills: readonly string[]
  experienceYears: number | null
  /** The services offered; rates for further pets and for holidays make them complete. */
  services: readonly { rates: { extraPet: number | null; holidayExtra: number | null } }[]
}

const parts: Record<string, (profile: Profile) => boolean> = {
  headline: ({ headline }) => headline.length >= 20,
  bio: ({ bio }) => bio.length >= 200,
  neighbourhood: ({ neighbourhood }) => neighbourhood !== null && neighbourhood !== '',
  services: ({ services }) => services.length > 0,
  rates: ({ services }) =>
    services.some(({ rates }) => rates.extraPet !== null && rates.holidayExtra !== null),
  aloneMaxHours: ({ home }) => home.aloneMaxHours !== null,
  languages: ({ languages }) => languages.length > 0,
  skills: ({ skills }) => skills.length > 0,
  experienceYears: ({ experienceYears }) => experienceYears !== null,
}

/** Returns the share of a profile that is filled in, from zero to one, and the parts that are missing. */
export function profileCompleteness(profile: Profile): { share: number; missing: string[] } {
  const missing = Object.keys(parts).filter((part) => !parts[part]!(profile))
  return { share: 1 - missing.length / Object.keys(parts).length, missing }
}
