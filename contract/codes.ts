/** Every closed list of codes, free of zod so that the browser may import it. */

export const stayServices = ['boarding', 'house_sitting'] as const
export const visitServices = ['drop_in', 'day_care', 'dog_walking'] as const
export const services = ['boarding', 'house_sitting', 'drop_in', 'day_care', 'dog_walking'] as const
export const species = ['dog', 'cat', 'rabbit', 'bird', 'reptile', 'fish', 'horse', 'other'] as const
export const stayPolicies = ['flexible', 'moderate', 'strict'] as const
export const policies = [...stayPolicies, 'per_unit_24h'] as const
export const sitterStatuses = ['draft', 'in_review', 'published', 'paused'] as const
/** Whom a sitter lets book at once: nobody, owners with a completed booking, or everybody. */
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
/** What an owner has asked of a sitter, until it is agreed on and paid, or comes to nothing. */
export const askedStatuses = ['awaiting_card', 'requested', 'offered', 'awaiting_payment'] as const
/** Waits for somebody: what is asked, and questions, which bind nobody. */
export const waitingStatuses = ['inquiry', ...askedStatuses] as const
/** Agreed on, and not over. */
export const runningStatuses = ['confirmed', 'in_progress'] as const
/** What keeps an account from being deleted. */
export const openMatterKinds = ['booking', 'case', 'dispute', 'payout', 'payment', 'invoice'] as const
/** Whether a second sitter of a stay would step in. */
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
/** The events of whoever runs the marketplace. */
export const operatorEvents = ['cancel_by_operator', 'resolve_case'] as const
/** The events the clock sends. */
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
/** What somebody may open a case about; the other kinds come with their own events. */
export const openCaseKinds = ['care', 'injury', 'damage', 'keys', 'other'] as const
/** Rules section 7 (9): everything goes back to the owner, and nothing is noted of the sitter. */
export const extenuatingReasons = ['disaster', 'home_damage', 'government', 'illness', 'death'] as const
export const caseStatuses = ['awaiting_party', 'operator_review', 'resolved'] as const
/** The first two wait: for an answer, then for its money. */
export const changeStatuses = [
  'pending',
  'awaiting_payment',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
] as const
/** What an owner pays for on top of the price. */
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
/** Through whom money moves: the two people settle it between themselves, or a provider moves it. */
export const paymentModes = ['manual', 'stripe'] as const
/** The accounts of the ledger: what is owed to somebody is positive, `bank` is money outside, `receivable` what sitters owe. */
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
/** Why money moves between them. */
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
] as const
/** Where a dispute with an owner's bank stands; `lost` waits for the operator, who decides who bears it. */
export const disputeStates = ['open', 'won', 'lost', 'borne'] as const
/** What has become of an invoice of service fees. */
export const feeInvoiceStatuses = ['open', 'settled', 'written_off'] as const
export const roles = ['operator'] as const
/** The greatest age of an operator's sign-in: for acts that need a fresh one, and for any request at all. */
export const freshSignInMinutes = 10
export const operatorSignInHours = 12
export const sorts = ['recommended', 'distance', 'price', 'rating', 'repeat', 'newest'] as const
/** What `has=` may ask of a sitter, beside the skills. */
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
/** What `answersWithin=` may ask: hours in which half of a sitter's requests are answered. */
export const answerHours = [1, 4, 24] as const
/** Of one household in one search or booking. */
export const mostPets = 20
/** `puppyMonths` of the settings is at most this, so that forms need not ask in which month an older pet was born. */
export const mostYoungMonths = 24
/** What a search may say of a pet beyond its kind, weight and birthday: all that a sitter may refuse it for. */
export const petFacts = ['neutered', 'unneutered', 'medication'] as const
/** How often an owner would like to hear how a booking goes. */
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
/** Who bears what a promo code takes off. */
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
/** Those that a sitter can bring to 1 alone. */
export const improvableComponents = ['freshness', 'completeness', 'response'] as const
export const answers = ['yes', 'no', 'unknown'] as const
/** What a care sheet asks a sitter to do. */
export const careTaskKinds = ['feed', 'water', 'walk', 'meds', 'litter'] as const
export const toiletKinds = ['pee', 'poo'] as const
export const moods = ['great', 'good', 'quiet', 'worried', 'unwell'] as const
/** When pets, keys and things change hands: before the first and after the last of a booking. */
export const handoverMoments = ['drop_off', 'pick_up'] as const
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const allBut = (...left: readonly Species[]): readonly Species[] =>
  species.filter((kind) => !left.includes(kind))
/** For which kinds of pet a detail means anything, in the order of the form. */
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
/** Kinds whose age and weight a sitter must know. */
export const sizedSpecies: readonly Species[] = ['dog', 'cat']
/** How many days ahead a booking may start; also the length of the public calendar. */
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

/** The details worth asking about this kind of pet, in the order of the form. */
export const petDetailsFor = (kind: Species): PetDetail[] =>
  (Object.keys(petDetailKinds) as PetDetail[]).filter((detail) =>
    (petDetailKinds[detail] as readonly Species[]).includes(kind),
  )

export const isStay = (service: Service): service is StayService =>
  service === 'boarding' || service === 'house_sitting'
