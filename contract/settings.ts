import { z } from 'zod'
import { acceptedNumber, choice } from './accepted.ts'
import { maxPuppyMonths, paymentModes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './values.ts'

/** A whole number with its limits and its default, which is also the example of what is accepted. */
function whole(least: number, most: number, value: number) {
  const accepted = acceptedNumber('whole number', least, most, value)
  return z.int(accepted).min(least, accepted).max(most, accepted).default(value)
}
const basisPoints = (value: number) => whole(0, 10_000, value)
const percent = (value: number) => whole(0, 100, value)
function atLeast(least: number, value: number) {
  const accepted = acceptedNumber('whole number', least, undefined, value)
  return z.int(accepted).min(least, accepted).default(value)
}
const count = (value: number) => atLeast(0, value)
/** In minor units of the currency. */
const amount = count
/** An amount whose lower limit is not part of the schema, so that documents stored without it can be read. */
const rate = (value: number) => z.int(acceptedNumber('whole number', 1, undefined, value)).default(value)
const weight = (value: number) => z.number(acceptedNumber('number', 0, undefined, value)).default(value)
const flag = (value: boolean) => z.boolean('Use true or false').default(value)

function note(most: number) {
  const accepted = `Write at most ${most} characters`
  return z.string(accepted).max(most, accepted).default('')
}
const digits = 'Give 4 to 8 digits that do not begin with 0'
const accountNumber = (value: string) =>
  z
    .string(digits)
    .regex(/^[1-9]\d{3,7}$/, digits)
    .default(value)

const PolicyTerms = (cutoffDays: number) =>
  z
    .object({
      cutoffDays: count(cutoffDays),
      cutoffHour: whole(0, 23, 12),
      latePercent: percent(50),
      lateWindowDays: count(7),
    })
    .prefault({})

/**
 * Cache of valid zone names, because the check costs more than the rest of the settings schema. It is bounded because
 * names are case-insensitive and so have many spellings.
 */
const knownZones = new Set<string>()
const maxCachedZones = 1_000

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true
  try {
    const isKnown = new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
    if (isKnown && knownZones.size < maxCachedZones) knownZones.add(name)
    return isKnown
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export const TimeZone = z
  .string('Choose a time zone like Europe/Lisbon')
  .refine(isTimeZone, 'Choose a time zone like Europe/Lisbon')
export const InvoiceDueDays = z
  .int('Give whole days')
  .min(0, 'Give at least 0 days')
  .max(365, 'Give at most 365 days')

const Open = z
  .object({
    signUp: choice(['open', 'invited', 'closed']).default('open'),
    sitters: flag(true),
    requests: flag(true),
    questions: flag(true),
    promoCodes: flag(true),
    /** Said to people who are refused, and on the pages concerned. */
    note: note(300),
  })
  .prefault({})

/** Every number of the marketplace (rules section 16); snapshotted into each booking. */
export const Settings = z.object({
  /** What people can begin now: new accounts, sitter profiles, requests and questions. What has begun goes on. */
  open: Open,
  currency: Currency.default('EUR'),
  /** The operator's time zone, in which the invoiced months begin and end. */
  timeZone: TimeZone.default('UTC'),
  /** Rates in basis points of the subtotal, amounts in minor units (rules section 3). */
  fees: z
    .object({
      ownerBasisPoints: basisPoints(1000),
      ownerCap: amount(40_00),
      sitterBasisPoints: basisPoints(1000),
      repeatOwnerBasisPoints: basisPoints(500),
      repeatSitterBasisPoints: basisPoints(500),
      invitedSitterBasisPoints: basisPoints(0),
      tipBasisPoints: basisPoints(0),
      taxBasisPoints: basisPoints(0),
    })
    .prefault({}),
  /**
   * Referrals: for how many months the inviting sitter pays the lower fee, and the credit that both sides get for a
   * first booking; 0 means none.
   */
  referral: z
    .object({
      months: count(12),
      credit: amount(10_00),
      /** Upper limit of all credits together. */
      budget: amount(1_000_00),
      mostForOne: count(20),
    })
    .prefault({}),
  policy: z
    .object({
      flexible: PolicyTerms(1),
      moderate: PolicyTerms(3),
      strict: PolicyTerms(7),
      unitHours: count(24),
      /** For visits that recur weekly. */
      seriesHours: count(12),
      unitLatePercent: percent(50),
      coolOffHours: count(24),
      coolOffMinLeadHours: count(48),
    })
    .prefault({}),
  request: z
    .object({ ttlHours: count(24), leadHours: count(1), minTtlHours: count(2), maxOverlapping: count(5) })
    .prefault({}),
  /** Time for the other side to answer a change; never later than the start of anything the change affects. */
  change: z.object({ ttlHours: atLeast(1, 48) }).prefault({}),
  /** Counter-offers of a sitter: how long they are valid, and how long before the start they expire at the latest. */
  offer: z.object({ ttlHours: count(48), leadHours: count(1) }).prefault({}),
  /** Questions before a request: how long one stays open, and how many an owner may start in a day. */
  inquiry: z.object({ ttlDays: count(14), maxPerDay: count(10) }).prefault({}),
  /**
   * Cases: time for the other side to reply, until when a case can be opened, the deadline for the operator's decision,
   * and time to appeal.
   */
  case: z
    .object({
      replyHours: atLeast(1, 48),
      noShowHours: atLeast(1, 12),
      holdHours: count(48),
      maxDays: count(14),
      decideWorkingDays: atLeast(1, 3),
      appealHours: count(72),
    })
    .prefault({}),
  /** Waiting time before the other side can be reported as a no-show. */
  noShow: z
    .object({ stayMinutes: count(60), ownerVisitMinutes: count(15), sitterVisitMinutes: count(30) })
    .prefault({}),
  noticeHours: z
    .object({
      boarding: count(24),
      house_sitting: count(24),
      day_care: count(12),
      drop_in: count(3),
      dog_walking: count(3),
    })
    .prefault({}),
  horizonDays: whole(1, 365, 365),
  stay: z
    .object({
      maxNights: whole(1, 60, 60),
      autoStartHours: count(2),
      autoCompleteHours: count(24),
    })
    .prefault({}),
  visit: z
    .object({
      maxPerDay: whole(1, 8, 4),
      maxPerBooking: whole(1, 120, 60),
    })
    .prefault({}),
  checkIn: z.object({ beforeHours: count(2) }).prefault({}),
  capacity: z
    .object({
      boarding: count(2),
      day_care: count(3),
      house_sitting: count(1),
      drop_in: count(8),
      dog_walking: count(8),
      homeCeiling: count(3),
      travelMinutes: count(15),
    })
    .prefault({}),
  latePickup: z
    .object({
      graceHours: count(2),
      tier1Hours: count(8),
      tier1Percent: percent(50),
      tier2Percent: percent(100),
    })
    .prefault({}),
  puppyMonths: whole(0, maxPuppyMonths, 12),
  longStayFrom: count(7),
  rate: z.object({ min: rate(1_00), max: rate(500_00) }).prefault({}),
  quoteMinutes: count(15),
  pinBlurMetres: count(400),
  closeDays: count(14),
  /**
   * Report cards. `shortPercent`: below this share of the paid minutes, a visit is shown to the owner as too short,
   * with a claim. `afterHours`: entries may describe events up to this long after the end. `tellDays`: a device may
   * still upload entries up to this long after the end. `routeDays`: retention of routes.
   */
  care: z
    .object({ shortPercent: percent(80), afterHours: count(24), tellDays: count(14), routeDays: count(30) })
    .prefault({}),
  /**
   * Payouts: delay after the end of a booking, and for longer stays the number of nights after which a part is released
   * early.
   */
  payout: z.object({ delayHours: count(48), sliceDays: count(7) }).prefault({}),
  /**
   * Without a payment provider, fees are invoiced to the sitter (payable within `invoiceDueDays`, as described in
   * `invoiceNote`) or not charged at all. With a provider, the owner has `ttlHours` to pay an accepted booking, but no
   * longer than until `leadHours` before the start, and at least `minTtlMinutes`. Corrections of the ledger above
   * `approvalAbove` need a second person.
   */
  payments: z
    .object({
      manualFee: choice(['invoiced', 'none']).default('invoiced'),
      invoiceDueDays: InvoiceDueDays.default(14),
      invoiceNote: note(500),
      ttlHours: count(24),
      leadHours: count(1),
      minTtlMinutes: count(15),
      approvalAbove: amount(100_00),
    })
    .prefault({}),
  /**
   * How the entries of a month are exported for DATEV. `consultant` and `client` are the numbers that the accountant
   * gives; 0 leaves them out. All account numbers have the same length; the defaults are those of the chart SKR 03.
   */
  datev: z
    .object({
      consultant: whole(0, 9_999_999, 0),
      client: whole(0, 99_999, 0),
      yearStartMonth: whole(1, 12, 1),
      chart: choice(['skr03', 'skr04', 'other']).default('skr03'),
      accounts: z
        .object({
          bank: accountNumber('1200'),
          receivable: accountNumber('1400'),
          dispute: accountNumber('1360'),
          owner: accountNumber('1593'),
          escrow: accountNumber('1594'),
          sitter: accountNumber('1595'),
          tax: accountNumber('1770'),
          platform_fee: accountNumber('8400'),
          promotion: accountNumber('4600'),
          loss: accountNumber('2400'),
        })
        .prefault({}),
    })
    .prefault({}),
  review: z.object({ windowDays: count(14), replyDays: count(30), minShown: count(3) }).prefault({}),
  record: z.object({ sitterCancelDays: count(5), shownDays: count(365) }).prefault({}),
  /** If true, a new profile is published only after an operator has approved it. */
  sitterReview: flag(false),
  rank: z
    .object({
      version: z.int('Use a whole number, like 1').default(1),
      weights: z
        .object({
          distance: weight(0.3),
          quality: weight(0.25),
          repeat: weight(0.15),
          response: weight(0.1),
          freshness: weight(0.1),
          completeness: weight(0.05),
          newcomer: weight(0.05),
        })
        .prefault({}),
    })
    .prefault({}),
})

export type Open = z.infer<typeof Open>

const Operator = z.object({ name: z.string(), address: z.string(), email: z.string(), country: z.string() })

/** Public facts about the instance: its rules, its operator, and whether it processes payments. */
export const PublicSettings = z.object({
  site: z.object({ name: z.string(), url: z.string(), language: z.string(), description: z.string() }),
  operator: Operator,
  /** Without those that concern only the accountant. */
  settings: Settings.omit({ datev: true }),
  settingsVersion: z.int(),
  paymentMode: z.enum(paymentModes),
})

export const showSettings = endpoint({
  method: 'GET',
  path: '/v1/settings',
  access: 'public',
  summary: 'Get the settings of this instance: its rules as numbers, its operator and payment mode',
  response: PublicSettings,
  problems: [],
})

/** The settings are versioned as a whole, so a change states the version it is based on. */
export const changeSitterReview = endpoint({
  method: 'PUT',
  path: '/v1/admin/sitter-review',
  access: 'settings.change',
  freshSignIn: 'required',
  summary: 'Set whether new sitter profiles need approval before they are published (operators)',
  body: z.strictObject({ enabled: z.boolean(), version: z.int() }),
  response: z.object({ enabled: z.boolean(), version: z.int() }),
  problems: ['version-stale'],
})

export const Fees = z.object({
  currency: Currency,
  subtotal: Amount,
  ownerFee: Amount,
  /** The rule that determined the owner's fee, in words. */
  ownerFeeRule: z.string(),
  total: Amount,
  sitterFee: Amount,
  sitterPayout: Amount,
})

export const calculateFees = endpoint({
  method: 'GET',
  path: '/v1/fees',
  access: 'public',
  summary: 'Calculate the fees on a subtotal, by the rules that price bookings',
  query: z.object({
    subtotal: z.coerce.number().pipe(Amount.min(0).max(10_000_000)),
    repeat: choice(['true', 'false']).default('false'),
  }),
  response: Fees,
  problems: [],
})

export type Settings = z.infer<typeof Settings>
export type PublicSettings = z.infer<typeof PublicSettings>
/** The settings that everybody may read. */
export type ShownSettings = PublicSettings['settings']
export type Fees = z.infer<typeof Fees>
