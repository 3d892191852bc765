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
import type { Beginning, BookingPlan, Deed, ReviewEvent, Step } from './story.ts'

export type FoundingDeps = Deps & { passwordPepper: string | undefined }
type Founded = { id: string; version: number; caseId?: string; ownersReview?: string }

/** What has been created in a city so far, by the plans. */
type Founding = {
  deps: FoundingDeps
  viewers: Map<Person, Viewer>
  sitterIds: Map<SitterPlan, string>
  petIds: Map<PetPlan, string>
  bookings: Map<BookingPlan, Founded>
  /** The same for everybody, and computed once. */
  passwordHash?: Promise<string>
}

/** The actions of a city's people, each by the command that a request would call. */
export function createActions(deps: FoundingDeps) {
  const founding: Founding = {
    deps,
    viewers: new Map(),
    sitterIds: new Map(),
    petIds: new Map(),
    bookings: new Map(),
  }
  return {
    join: (owner: Pick<OwnerPlan, 'person'>) => join(founding, owner),
    addPet: (owner: Pick<OwnerPlan, 'person'>, pet: PetPlan) => addPet(founding, owner, pet),
    becomeSitter: (sitter: SitterPlan) => becomeSitter(founding, sitter),
    confirmCalendar: (sitter: SitterPlan, timeZone: string, horizonDays: number) =>
      confirmCalendar(founding, sitter, timeZone, horizonDays),
    takeStep: (plan: BookingPlan, step: Step) => takeStep(founding, plan, step),
    sitterIds: founding.sitterIds,
  }
}

async function join(founding: Founding, { person }: Pick<OwnerPlan, 'person'>): Promise<Viewer> {
  const { deps, viewers } = founding
  const { email, name, phoneNumber, location } = person
  founding.passwordHash ??= hashPassword(demoPassword, deps.passwordPepper)
  const uid = await createUser(deps, { email, passwordHash: await founding.passwordHash, name })
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
  { deps, viewers, petIds }: Founding,
  { person }: Pick<OwnerPlan, 'person'>,
  pet: PetPlan,
): Promise<void> {
  petIds.set(pet, (await createPet(deps, viewers.get(person)!, pet.input)).id)
}

async function becomeSitter(founding: Founding, sitter: SitterPlan): Promise<void> {
  const viewer = await join(founding, sitter)
  const { id } = await createSitter(founding.deps, viewer, sitter.profile)
  founding.sitterIds.set(sitter, id)
}

/** Blocks the sitter's days away within the horizon, and confirms the calendar. */
async function confirmCalendar(
  { deps, viewers, sitterIds }: Founding,
  sitter: SitterPlan,
  timeZone: string,
  horizonDays: number,
): Promise<void> {
  const today = localOf(deps.now(), timeZone).on
  const last = addDays(today, horizonDays)
  const days = sitter.away.filter((on) => on >= today && on <= last).map((on) => ({ on, capacity: 0 }))
  await changeCalendar(deps, viewers.get(sitter.person)!, sitterIds.get(sitter)!, { days })
}

async function takeStep(founding: Founding, plan: BookingPlan, step: Step): Promise<void> {
  switch (step.event) {
    case 'request':
    case 'instant_book':
    case 'inquire':
      return begin(founding, plan, step.event)
    case 'expire':
    case 'auto_start':
    case 'auto_complete':
    case 'release_payout':
    case 'close':
      return tick(founding, plan)
    case 'review':
    case 'publish_reviews':
    case 'reply':
      return takeReviewStep(founding, plan, step)
    default:
      return act(founding, plan, step)
  }
}

async function begin(
  { deps, viewers, sitterIds, petIds, bookings }: Founding,
  plan: BookingPlan,
  event: Beginning,
): Promise<void> {
  const { sitter, owner, pets, draft } = plan.slot
  const viewer = viewers.get(owner.person)!
  const asked = {
    ...draft,
    sitterId: sitterIds.get(sitter)!,
    petIds: pets.map((pet) => petIds.get(pet)!),
  }
  const sent: z.output<(typeof createBooking)['body']> = {
    ...asked,
    event,
    ...(event === 'inquire' ? {} : { quoteHash: (await calculateQuote(deps, viewer, asked)).quoteHash }),
    message: plan.message,
  }
  const { id, version } = await requestBooking(deps, viewer, sent)
  bookings.set(plan, { id, version })
}

/**
 * Runs the clock when exactly one event is due for this booking. Other bookings due at the same instant are advanced
 * too, or an earlier run for one of them has already advanced this booking.
 */
async function tick({ deps, bookings }: Founding, plan: BookingPlan): Promise<void> {
  await runClock(deps)
  bookings.get(plan)!.version++
}

async function act(founding: Founding, plan: BookingPlan, deed: Deed): Promise<void> {
  switch (deed.event) {
    case 'offer':
      return offer(founding, plan, deed.discount, deed.note)
    case 'propose_change':
      return leaveSooner(founding, plan, deed.note)
    case 'open_case': {
      const { words, asked } = deed
      return move(founding, plan, 'owner', { event: 'open_case', kind: 'care', words, asked, photoIds: [] })
    }
    case 'answer_case': {
      const caseId = founding.bookings.get(plan)!.caseId!
      return move(founding, plan, 'sitter', {
        event: 'answer_case',
        caseId,
        words: deed.words,
        photoIds: [],
      })
    }
    case 'withdraw':
      return move(founding, plan, 'owner', { event: 'withdraw' })
    case 'accept':
      return move(founding, plan, 'sitter', { event: 'accept' })
    case 'check_in':
    case 'check_out':
      return move(founding, plan, 'sitter', { event: deed.event, note: null })
    case 'decline':
      return move(founding, plan, 'sitter', { event: 'decline', reason: deed.reason, note: deed.note })
    case 'cancel':
      return move(founding, plan, 'owner', { event: 'cancel', reason: deed.reason })
    case 'cancel_by_sitter':
      return move(founding, plan, 'sitter', { event: 'cancel_by_sitter', reason: deed.reason })
  }
}

const partyOf = ({ viewers }: Founding, { slot: { sitter, owner } }: BookingPlan, party: Party): Viewer =>
  viewers.get(party === 'owner' ? owner.person : sitter.person)!

type Move = Parameters<typeof moveBooking>[2]
/** A move without the booking's id and version, which are added from the state. */
type Sent = Move extends infer One
  ? One extends { id: string; version: number }
    ? Omit<One, 'id' | 'version'>
    : never
  : never

async function move(founding: Founding, plan: BookingPlan, party: Party, sent: Sent): Promise<void> {
  const booking = founding.bookings.get(plan)!
  const { id, version } = booking
  const viewer = partyOf(founding, plan, party)
  const moved = await moveBooking(founding.deps, viewer, { ...sent, id, version })
  booking.version = moved.version
  const [opened] = moved.cases
  if (opened) booking.caseId = opened.id
}

/** Offers the requested days at a discount. */
async function offer(founding: Founding, plan: BookingPlan, discount: number, note: string): Promise<void> {
  const { id } = founding.bookings.get(plan)!
  const viewer = partyOf(founding, plan, 'sitter')
  const { quoteHash } = await quoteOffer(founding.deps, viewer, id, { discount })
  await move(founding, plan, 'sitter', { event: 'offer', discount, note, quoteHash })
}

/** Proposes to end the stay a day earlier. */
async function leaveSooner(founding: Founding, plan: BookingPlan, note: string): Promise<void> {
  const { draft, pets } = plan.slot
  const body = {
    startOn: draft.startOn,
    startTime: draft.startTime,
    endOn: addDays(draft.endOn!, -1),
    endTime: draft.endTime,
    petIds: pets.map((pet) => founding.petIds.get(pet)!),
    addOns: draft.addOns,
  }
  const owner = partyOf(founding, plan, 'owner')
  const { id } = founding.bookings.get(plan)!
  const { changeHash } = await calculateChange(founding.deps, owner, id, body)
  await move(founding, plan, 'owner', { event: 'propose_change', ...body, changeHash, note })
}

async function takeReviewStep(founding: Founding, plan: BookingPlan, step: ReviewEvent): Promise<void> {
  const { deps, bookings } = founding
  switch (step.event) {
    case 'publish_reviews':
      await publishReviews(deps)
      return
    case 'review': {
      const booking = bookings.get(plan)!
      const sent = { bookingId: booking.id, ...step.review, privateNote: null, photoIds: [] }
      const { id } = await writeReview(deps, partyOf(founding, plan, step.by), sent)
      if (step.by === 'owner') booking.ownersReview = id
      return
    }
    case 'reply': {
      const { ownersReview } = bookings.get(plan)!
      await answerReview(deps, partyOf(founding, plan, 'sitter'), ownersReview!, step.text)
    }
  }
}
