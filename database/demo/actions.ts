import type { z } from 'zod'
import { createBooking } from '#contract/bookings/bookings.ts'
import type { Party } from '#contract/codes.ts'
import { createAccount } from '#server/accounts/commands.ts'
import { quoteOffer } from '#server/bookings/begin/offer-commands.ts'
import { requestBooking } from '#server/bookings/begin/request-commands.ts'
import { calculateChange } from '#server/bookings/change/commands.ts'
import { moveBooking } from '#server/bookings/commands.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { calculateQuote } from '#server/bookings/quote/commands.ts'
import { changeCalendar } from '#server/calendar/days-commands.ts'
import { demoPassword } from '#server/development/demo-password.ts'
import { createUser, hashPassword } from '#server/identity/commands.ts'
import { addDays, localOf } from '#server/kernel/day.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { createPet } from '#server/pets/commands.ts'
import { answerReview, publishReviews, writeReview } from '#server/reviews/commands.ts'
import { createSitter } from '#server/sitters/commands.ts'
import type { Person } from './people.ts'
import type { PetPlan } from './pets.ts'
import type { OwnerPlan, SitterPlan } from './population.ts'
import { noteDemoPerson } from './store.ts'
import type { FirstEvent, BookingPlan, BookingAction, ReviewEvent, Step } from './story.ts'

export type SeedDeps = Deps & { passwordPepper: string | undefined }
type SeededBooking = { id: string; version: number; caseId?: string; ownersReview?: string }

/** What has been created in a city so far, by the plans. */
type SeedState = {
  deps: SeedDeps
  viewers: Map<Person, Viewer>
  sitterIds: Map<SitterPlan, string>
  petIds: Map<PetPlan, string>
  bookings: Map<BookingPlan, SeededBooking>
  /** The same for everybody, and computed once. */
  passwordHash?: Promise<string>
}

/** The actions of a city's people, each by the command that a request would call. */
export function createActions(deps: SeedDeps) {
  const state: SeedState = {
    deps,
    viewers: new Map(),
    sitterIds: new Map(),
    petIds: new Map(),
    bookings: new Map(),
  }
  return {
    join: (owner: Pick<OwnerPlan, 'person'>) => join(state, owner),
    addPet: (owner: Pick<OwnerPlan, 'person'>, pet: PetPlan) => addPet(state, owner, pet),
    becomeSitter: (sitter: SitterPlan) => becomeSitter(state, sitter),
    confirmCalendar: (sitter: SitterPlan, timeZone: string, horizonDays: number) =>
      confirmCalendar(state, sitter, timeZone, horizonDays),
    takeStep: (plan: BookingPlan, step: Step) => takeStep(state, plan, step),
    created: state,
  }
}

async function join(state: SeedState, { person }: Pick<OwnerPlan, 'person'>): Promise<Viewer> {
  const { deps, viewers } = state
  const { email, name, phoneNumber, location } = person
  state.passwordHash ??= hashPassword(demoPassword, deps.passwordPepper)
  const uid = await createUser(deps, { email, passwordHash: await state.passwordHash, name })
  const token = { uid, email, emailVerified: true, authTime: 0, accountId: null, roles: [] }
  const { account } = await createAccount(deps, token, {
    name,
    email,
    phoneNumber,
    location,
    externalUserId: uid,
  })
  await noteDemoPerson(deps.db, account.id)
  const viewer = { ...token, accountId: account.id }
  viewers.set(person, viewer)
  return viewer
}

async function addPet(
  { deps, viewers, petIds }: SeedState,
  { person }: Pick<OwnerPlan, 'person'>,
  pet: PetPlan,
): Promise<void> {
  petIds.set(pet, (await createPet(deps, viewers.get(person)!, pet.input)).id)
}

async function becomeSitter(state: SeedState, sitter: SitterPlan): Promise<void> {
  const viewer = await join(state, sitter)
  const { id } = await createSitter(state.deps, viewer, sitter.profile)
  state.sitterIds.set(sitter, id)
}

/** Blocks the sitter's days away within the horizon, and confirms the calendar. */
async function confirmCalendar(
  { deps, viewers, sitterIds }: SeedState,
  sitter: SitterPlan,
  timeZone: string,
  horizonDays: number,
): Promise<void> {
  const today = localOf(deps.now(), timeZone).on
  const last = addDays(today, horizonDays)
  const days = sitter.away.filter((on) => on >= today && on <= last).map((on) => ({ on, capacity: 0 }))
  await changeCalendar(deps, viewers.get(sitter.person)!, sitterIds.get(sitter)!, { days })
}

async function takeStep(state: SeedState, plan: BookingPlan, step: Step): Promise<void> {
  switch (step.event) {
    case 'request':
    case 'instant_book':
    case 'inquire':
      return createBookingFor(state, plan, step.event)
    case 'expire':
    case 'auto_start':
    case 'auto_complete':
    case 'release_payout':
    case 'close':
      return takeClockStep(state, plan)
    case 'review':
    case 'publish_reviews':
    case 'reply':
      return takeReviewStep(state, plan, step)
    default:
      return takeAction(state, plan, step)
  }
}

async function createBookingFor(
  { deps, viewers, sitterIds, petIds, bookings }: SeedState,
  plan: BookingPlan,
  event: FirstEvent,
): Promise<void> {
  const { sitter, owner, pets, draft } = plan.slot
  const viewer = viewers.get(owner.person)!
  const quoteInput = {
    ...draft,
    sitterId: sitterIds.get(sitter)!,
    petIds: pets.map((pet) => petIds.get(pet)!),
  }
  const sent: z.output<(typeof createBooking)['body']> = {
    ...quoteInput,
    event,
    ...(event === 'inquire' ? {} : { quoteHash: (await calculateQuote(deps, viewer, quoteInput)).quoteHash }),
    message: plan.message,
  }
  const { id, version } = await requestBooking(deps, viewer, sent)
  bookings.set(plan, { id, version })
}

/**
 * Runs the clock when exactly one event is due for this booking. Other bookings due at the same instant are advanced
 * too, or an earlier run for one of them has already advanced this booking.
 */
async function takeClockStep({ deps, bookings }: SeedState, plan: BookingPlan): Promise<void> {
  await runClock(deps)
  bookings.get(plan)!.version++
}

async function takeAction(state: SeedState, plan: BookingPlan, action: BookingAction): Promise<void> {
  switch (action.event) {
    case 'offer':
      return offer(state, plan, action.discount, action.note)
    case 'propose_change':
      return proposeEarlierEnd(state, plan, action.note)
    case 'open_case': {
      const { words, asked } = action
      return move(state, plan, 'owner', { event: 'open_case', kind: 'care', words, asked, photoIds: [] })
    }
    case 'answer_case': {
      const caseId = state.bookings.get(plan)!.caseId!
      return move(state, plan, 'sitter', {
        event: 'answer_case',
        caseId,
        words: action.words,
        photoIds: [],
      })
    }
    case 'withdraw':
      return move(state, plan, 'owner', { event: 'withdraw' })
    case 'accept':
      return move(state, plan, 'sitter', { event: 'accept' })
    case 'check_in':
    case 'check_out':
      return move(state, plan, 'sitter', { event: action.event, note: null })
    case 'decline':
      return move(state, plan, 'sitter', { event: 'decline', reason: action.reason, note: action.note })
    case 'cancel':
      return move(state, plan, 'owner', { event: 'cancel', reason: action.reason })
    case 'cancel_by_sitter':
      return move(state, plan, 'sitter', { event: 'cancel_by_sitter', reason: action.reason })
  }
}

const partyOf = ({ viewers }: SeedState, { slot: { sitter, owner } }: BookingPlan, party: Party): Viewer =>
  viewers.get(party === 'owner' ? owner.person : sitter.person)!

type Move = Parameters<typeof moveBooking>[2]
/** A move without the booking's id and version, which are added from the state. */
type MoveInput = Move extends infer One
  ? One extends { id: string; version: number }
    ? Omit<One, 'id' | 'version'>
    : never
  : never

async function move(state: SeedState, plan: BookingPlan, party: Party, moveInput: MoveInput): Promise<void> {
  const booking = state.bookings.get(plan)!
  const { id, version } = booking
  const viewer = partyOf(state, plan, party)
  const moved = await moveBooking(state.deps, viewer, { ...moveInput, id, version })
  booking.version = moved.version
  const [opened] = moved.cases
  if (opened) booking.caseId = opened.id
}

/** Offers the requested days at a discount. */
async function offer(state: SeedState, plan: BookingPlan, discount: number, note: string): Promise<void> {
  const { id } = state.bookings.get(plan)!
  const viewer = partyOf(state, plan, 'sitter')
  const { quoteHash } = await quoteOffer(state.deps, viewer, id, { discount })
  await move(state, plan, 'sitter', { event: 'offer', discount, note, quoteHash })
}

/** Proposes to end the stay a day earlier. */
async function proposeEarlierEnd(state: SeedState, plan: BookingPlan, note: string): Promise<void> {
  const { draft, pets } = plan.slot
  const body = {
    startOn: draft.startOn,
    startTime: draft.startTime,
    endOn: addDays(draft.endOn!, -1),
    endTime: draft.endTime,
    petIds: pets.map((pet) => state.petIds.get(pet)!),
    addOns: draft.addOns,
  }
  const owner = partyOf(state, plan, 'owner')
  const { id } = state.bookings.get(plan)!
  const { changeHash } = await calculateChange(state.deps, owner, id, body)
  await move(state, plan, 'owner', { event: 'propose_change', ...body, changeHash, note })
}

async function takeReviewStep(state: SeedState, plan: BookingPlan, step: ReviewEvent): Promise<void> {
  const { deps, bookings } = state
  switch (step.event) {
    case 'publish_reviews':
      await publishReviews(deps)
      return
    case 'review': {
      const booking = bookings.get(plan)!
      const sent = { bookingId: booking.id, ...step.review, privateNote: null, photoIds: [] }
      const { id } = await writeReview(deps, partyOf(state, plan, step.by), sent)
      if (step.by === 'owner') booking.ownersReview = id
      return
    }
    case 'reply': {
      const { ownersReview } = bookings.get(plan)!
      await answerReview(deps, partyOf(state, plan, 'sitter'), ownersReview!, step.text)
    }
  }
}
