/** All closed lists of codes, without zod so that the browser may import them. */
import { keysOf } from './entries.ts'

export const stayServices = ['boarding', 'house_sitting'] as const
export const visitServices = ['drop_in', 'day_care', 'dog_walking'] as const
export const services = ['boarding', 'house_sitting', 'drop_in', 'day_care', 'dog_walking'] as const
export const species = ['dog', 'cat', 'rabbit', 'bird', 'reptile', 'fish', 'horse', 'other'] as const
export const stayPolicies = ['flexible', 'moderate', 'strict'] as const
export const policies = [...stayPolicies, 'per_unit_24h'] as const
export const sitterStatuses = ['draft', 'in_review', 'published', 'paused'] as const
/** Who may book a sitter instantly: nobody, owners with a completed booking with this sitter, or everybody. */
export const instantBookings = ['off', 'repeat', 'everyone'] as const
export const homeTypes = ['house', 'flat', 'farm', 'other'] as const
export const gardens = ['none', 'shared', 'fenced'] as const
export const childrenAtHome = ['none', 'young', 'older'] as const
export const skills = [
  'oral_medication',
  'injections',
  'puppies',
  'seniors',
  'special_needs',
  'first_aid',
  'training',
] as const
/** A request that is not yet both agreed and paid, and has not failed. */
export const openRequestStatuses = ['awaiting_card', 'requested', 'offered', 'awaiting_payment'] as const
/** Statuses that wait for somebody: requests, and questions, which are not binding. */
export const waitingStatuses = ['inquiry', ...openRequestStatuses] as const
/** Why a day has no room for a booking. */
export const obstacles = [
  'away',
  'other_calendar',
  'full',
  'home_full',
  'other_household',
  'house_sitting',
  'home_in_use',
  'time_taken',
] as const
/** Agreed and not over. */
export const runningStatuses = ['confirmed', 'in_progress'] as const
/** Kinds of open matter that prevent the deletion of an account. */
export const openMatterKinds = ['booking', 'case', 'dispute', 'payout', 'payment', 'invoice'] as const
/** Whether the backup sitter of a stay is willing to step in. */
export const backupStatuses = ['asked', 'agreed', 'declined'] as const
export const bookingStatuses = [
  ...waitingStatuses,
  ...runningStatuses,
  'completed',
  'closed',
  'declined',
  'withdrawn',
  'expired',
  'cancelled',
] as const
/** The events a person may begin a booking with, by `POST /v1/bookings`. */
export const bookingBeginnings = ['request', 'instant_book', 'inquire'] as const
/** The events a person may send to `PUT /v1/bookings`. */
export const bookingEvents = [
  'request',
  'instant_book',
  'withdraw',
  'accept',
  'offer',
  'accept_offer',
  'decline',
  'cancel',
  'end_early',
  'cancel_by_sitter',
  'check_in',
  'check_out',
  'waive',
  'tip',
  'propose_change',
  'accept_change',
  'decline_change',
  'withdraw_change',
  'report_no_show',
  'report_missed',
  'open_case',
  'answer_case',
  'appeal_case',
] as const
/** Events that an operator may send. */
export const operatorEvents = ['cancel_by_operator', 'resolve_case'] as const
/** Events sent by the system: by a schedule, or on a message of the payment provider. */
export const systemEvents = [
  'give_card',
  'card_expired',
  'reopen_question',
  'remind',
  'expire',
  'auto_start',
  'auto_complete',
  'release_payout',
  'close',
  'publish_reviews',
  'keep_card',
  'remind_charge',
  'swap_card',
  'charge_card',
  'pay_charge',
  'pay',
  'payment_failed',
  'payment_expired',
  'expire_change',
  'pay_change',
  'change_payment_failed',
  'remind_change_payment',
  'change_payment_expired',
  'pay_tip',
  'tip_payment_failed',
  'remind_tip_payment',
  'tip_payment_expired',
  'flag_not_checked_in',
  'pass_on_case',
  'resolve_no_show',
  'resolve_missed',
  'dispute_opened',
  'dispute_escalated',
  'dispute_won',
  'dispute_lost',
  'dispute_borne',
  'dispute_reversed',
] as const
export const caseKinds = [
  'no_show',
  'missed_visit',
  'not_checked_in',
  'care',
  'injury',
  'damage',
  'keys',
  'other',
] as const
/** Subjects about which a person may open a case; the other kinds result from events of their own. */
export const openCaseKinds = ['care', 'injury', 'damage', 'keys', 'other'] as const
/** Rules section 7 (9): everything is refunded to the owner, and the cancellation does not count against the sitter. */
export const extenuatingReasons = ['disaster', 'home_damage', 'government', 'illness', 'death'] as const
export const caseStatuses = ['awaiting_party', 'operator_review', 'resolved'] as const
/** The first two are open: waiting for an answer, then for the payment. */
export const changeStatuses = [
  'pending',
  'awaiting_payment',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
] as const
/** Reasons for a payment on top of the price. */
export const extraPurposes = ['change', 'tip'] as const
export const declineReasons = ['dates', 'pet', 'distance', 'full', 'other'] as const
export const parties = ['owner', 'sitter'] as const
export const actors = ['owner', 'sitter', 'operator', 'system'] as const
export const paymentStatuses = [
  'none',
  'authorised',
  'captured',
  'partially_refunded',
  'refunded',
  'failed',
  'voided',
] as const
/** How money moves: directly between the two people (`manual`), or through a payment provider. */
export const paymentModes = ['manual', 'stripe'] as const
/**
 * What the ledger can say of a booking's money. `card`: the site has taken it. `uncharged`: the card is saved, and nothing
 * is taken yet. `direct`: owner and sitter settle, and the site has seen nothing.
 */
export const settlements = ['card', 'uncharged', 'direct'] as const
/**
 * The accounts of the ledger. Amounts owed to somebody are positive; `bank` is money held outside; `receivable` is what
 * sitters owe.
 */
export const ledgerAccounts = [
  'bank',
  'owner',
  'escrow',
  'sitter',
  'platform_fee',
  'tax',
  'promotion',
  'dispute',
  'loss',
  'receivable',
] as const
/** Reasons for a transfer between ledger accounts. */
export const transferKinds = [
  'charge',
  'capture',
  'refund',
  'refund_paid',
  'release',
  'tip',
  'payout',
  'dispute',
  'dispute_cover',
  'payout_back',
  'dispute_borne',
  'fee_invoice',
  'fee_settled',
  'fee_written_off',
  'correction',
] as const
/** State of a dispute with an owner's bank; `lost` waits for the operator to decide who bears the loss. */
export const disputeStates = ['open', 'won', 'lost', 'borne'] as const
/** State of an invoice of service fees. */
export const feeInvoiceStatuses = ['open', 'settled', 'written_off'] as const
/** Maximum age of a sign-in for actions that need a fresh one, and of the sign-in of staff for any request. */
export const freshSignInMinutes = 10
export const staffSignInHours = 12
export const sorts = ['recommended', 'distance', 'price', 'rating', 'repeat', 'newest'] as const
/** Values of `has=`. */
export const searchTraits = [
  'smoke_free',
  'no_children',
  'no_resident_pets',
  'resident_dog',
  'car',
  'fenced_garden',
  ...skills,
  'instant',
  'never_alone',
  'no_young_children',
  'trusted',
  'newcomer',
] as const
/** Values of `answersWithin=`: hours within which a sitter answers half of the requests. */
export const answerHours = [1, 4, 24] as const
/** Maximum number of pets in one search or booking. */
export const maxPetsPerBooking = 20
/** Upper limit of the setting `puppyMonths`, so that forms need not ask for the birth month of an older pet. */
export const maxPuppyMonths = 24
/** Facts about a pet in a search beyond its kind, weight and birthday: everything for which a sitter may refuse it. */
export const petFacts = ['neutered', 'unneutered', 'medication'] as const
/** How often an owner would like updates during a booking. */
export const updateRhythms = ['each_visit', 'twice_daily', 'daily', 'if_needed'] as const
export type UpdateRhythm = (typeof updateRhythms)[number]
export const bookingScopes = ['requests', 'upcoming', 'past'] as const
export const priceLineCodes = [
  'base',
  'holiday',
  'extra_pet',
  'puppy',
  'minutes60',
  'long_stay',
  'late_pickup',
  'bathing',
  'pickup_trip',
  'promo',
  'kept',
  'discount',
] as const
/** Who bears the discount of a promo code. */
export const promoPayers = ['platform', 'sitter'] as const
export const addOnCodes = ['bathing', 'pickup_trip'] as const
/** The seven components of the published ranking, in the order of their weights. */
export const rankingComponents = [
  'distance',
  'quality',
  'repeat',
  'response',
  'freshness',
  'completeness',
  'newcomer',
] as const
/** The components that a sitter can raise to 1 without anybody else. */
export const improvableComponents = ['freshness', 'completeness', 'response'] as const
export const answers = ['yes', 'no', 'unknown'] as const
/** Kinds of task on a care sheet. */
export const careTaskKinds = ['feed', 'water', 'walk', 'meds', 'litter'] as const
export const toiletKinds = ['pee', 'poo'] as const
export const moods = ['great', 'good', 'quiet', 'worried', 'unwell'] as const
/** When pets, keys and belongings are handed over: before the first unit and after the last unit of a booking. */
export const handoverMoments = ['drop_off', 'pick_up'] as const
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const allBut = (...excluded: readonly Species[]): readonly Species[] =>
  species.filter((kind) => !excluded.includes(kind))
/** The kinds of pet for which each detail is relevant, in the order of the form. */
export const petDetailKinds = {
  breed: species,
  sex: allBut('fish'),
  neutered: ['dog', 'cat', 'rabbit', 'horse'],
  coat: species,
  chip: ['dog', 'cat', 'rabbit', 'horse'],
  passportNumber: ['dog', 'cat', 'horse'],
  vaccinations: ['dog', 'cat', 'rabbit', 'horse'],
  parasitesTreatedOn: ['dog', 'cat', 'rabbit', 'horse'],
  vet: species,
  insurance: allBut('fish'),
  conditions: species,
  allergies: allBut('fish'),
  medications: species,
  feeding: species,
  toilet: ['dog', 'cat', 'rabbit', 'other'],
  energy: allBut('reptile', 'fish'),
  aloneMaxHours: ['dog', 'cat', 'rabbit', 'bird', 'other'],
  crate: ['dog', 'cat'],
  leash: ['dog'],
  recall: ['dog'],
  behaviour: allBut('fish'),
  emergency: species,
  careNotes: species,
} as const satisfies Record<string, readonly Species[]>
/** Kinds of pet whose age and weight a sitter must know. */
export const sizedSpecies: readonly Species[] = ['dog', 'cat']
/** Maximum number of days ahead for the start of a booking; also the length of the public calendar. */
export const horizonDays = 365

export type Service = (typeof services)[number]
export type StayService = (typeof stayServices)[number]
export type VisitService = (typeof visitServices)[number]
export type Species = (typeof species)[number]
export type StayPolicy = (typeof stayPolicies)[number]
export type Policy = (typeof policies)[number]
export type SitterStatus = (typeof sitterStatuses)[number]
export type InstantBooking = (typeof instantBookings)[number]
export type OpenMatterKind = (typeof openMatterKinds)[number]
export type BackupStatus = (typeof backupStatuses)[number]
export type BookingStatus = (typeof bookingStatuses)[number]
export type Obstacle = (typeof obstacles)[number]
export type BookingBeginning = (typeof bookingBeginnings)[number]
export type BookingEvent = (typeof bookingEvents)[number]
export type BookingScope = (typeof bookingScopes)[number]
export type DeclineReason = (typeof declineReasons)[number]
export type SystemEvent = (typeof systemEvents)[number]
export type OperatorEvent = (typeof operatorEvents)[number]
export type ExtenuatingReason = (typeof extenuatingReasons)[number]
export type CaseKind = (typeof caseKinds)[number]
export type CaseStatus = (typeof caseStatuses)[number]
export type ExtraPurpose = (typeof extraPurposes)[number]
export type ChangeStatus = (typeof changeStatuses)[number]
export type Party = (typeof parties)[number]
export type PromoPayer = (typeof promoPayers)[number]
export type Actor = (typeof actors)[number]
export type PaymentStatus = (typeof paymentStatuses)[number]
export type PaymentMode = (typeof paymentModes)[number]
export type Settlement = (typeof settlements)[number]
export type LedgerAccount = (typeof ledgerAccounts)[number]
export type FeeInvoiceStatus = (typeof feeInvoiceStatuses)[number]
export type TransferKind = (typeof transferKinds)[number]
export type DisputeState = (typeof disputeStates)[number]
export type Sort = (typeof sorts)[number]
export type SearchTrait = (typeof searchTraits)[number]
export type PetFact = (typeof petFacts)[number]
export type AnswerHours = (typeof answerHours)[number]
export type PriceLineCode = (typeof priceLineCodes)[number]
export type AddOnCode = (typeof addOnCodes)[number]
export type ImprovableComponent = (typeof improvableComponents)[number]
export type RankingComponent = (typeof rankingComponents)[number]
export type Weekday = (typeof weekdays)[number]
export type PetDetail = keyof typeof petDetailKinds
export type CareTaskKind = (typeof careTaskKinds)[number]
export type ToiletKind = (typeof toiletKinds)[number]
export type Mood = (typeof moods)[number]
export type HandoverMoment = (typeof handoverMoments)[number]
export type Skill = (typeof skills)[number]

/** Returns the details that are relevant for this kind of pet, in the order of the form. */
export const petDetailsFor = (kind: Species): PetDetail[] =>
  keysOf(petDetailKinds).filter((detail) => {
    const kinds: readonly Species[] = petDetailKinds[detail]
    return kinds.includes(kind)
  })

export const isStay = (service: Service): service is StayService =>
  service === 'boarding' || service === 'house_sitting'
