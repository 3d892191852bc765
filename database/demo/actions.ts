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
import type { BookingPlan } from './story.ts'
import type { Step } from './story.ts'

export type FoundingDeps = Deps & { passwordPepper: string | undefined }
type Founded = { id: string; version: number; caseId?: string; ownersReview?: string }

/** The actions of a city's people, each by the command that a request would call. */
export function createActions(deps: FoundingDeps) {
  const viewers = new Map<Person, Viewer>()
  const sitterIds = new Map<SitterPlan, string>()
  const petIds = new Map<PetPlan, string>()
  const bookings = new Map<BookingPlan, Founded>()
  let passwordHash: Promise<string> | undefined

  async function join({ person }: Pick<OwnerPlan, 'person'>): Promise<Viewer> {
    const { email, name, phoneNumber, location } = person
    passwordHash ??= hashPassword(demoPassword, deps.passwordPepper)
    const uid = await createUser(deps, { email, passwordHash: await passwordHash, name })
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

  async function addPet({ person }: Pick<OwnerPlan, 'person'>, pet: PetPlan): Promise<void> {
    petIds.set(pet, (await createPet(deps, viewers.get(person)!, pet.input)).id)
  }

  async function becomeSitter(sitter: SitterPlan): Promise<void> {
    await join(sitter)
    const { id } = await createSitter(deps, viewers.get(sitter.person)!, sitter.profile)
    sitterIds.set(sitter, id)
  }

  /** Blocks the sitter's days away within the horizon, and confirms the calendar. */
  async function confirmCalendar(sitter: SitterPlan, timeZone: string, horizonDays: number): Promise<void> {
    const today = localOf(deps.now(), timeZone).on
    const last = addDays(today, horizonDays)
    const days = sitter.away.filter((on) => on >= today && on <= last).map((on) => ({ on, capacity: 0 }))
    await changeCalendar(deps, viewers.get(sitter.person)!, sitterIds.get(sitter)!, { days })
  }

  async function begin(plan: BookingPlan, event: 'request' | 'instant_book' | 'inquire'): Promise<void> {
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

  const partyOf = ({ slot: { sitter, owner } }: BookingPlan, party: Party): Viewer =>
    viewers.get(party === 'owner' ? owner.person : sitter.person)!

  async function move(
    plan: BookingPlan,
    party: Party,
    sent: Parameters<typeof moveBooking>[2] extends infer Move
      ? Move extends { id: string; version: number }
        ? Omit<Move, 'id' | 'version'>
        : never
      : never,
  ): Promise<void> {
    const booking = bookings.get(plan)!
    const { id, version } = booking
    const moved = await moveBooking(deps, partyOf(plan, party), { ...sent, id, version })
    booking.version = moved.version
    const [opened] = moved.cases
    if (opened) booking.caseId = opened.id
  }

  /** Offers the requested days at a discount. */
  async function offer(plan: BookingPlan, discount: number, note: string): Promise<void> {
    const { id } = bookings.get(plan)!
    const { quoteHash } = await quoteOffer(deps, partyOf(plan, 'sitter'), id, { discount })
    await move(plan, 'sitter', { event: 'offer', discount, note, quoteHash })
  }

  /** Proposes to end the stay a day earlier. */
  async function leaveSooner(plan: BookingPlan, note: string): Promise<void> {
    const { draft, pets } = plan.slot
    const body = {
      startOn: draft.startOn,
      startTime: draft.startTime,
      endOn: addDays(draft.endOn!, -1),
      endTime: draft.endTime,
      petIds: pets.map((pet) => petIds.get(pet)!),
      addOns: draft.addOns,
    }
    const owner = partyOf(plan, 'owner')
    const { changeHash } = await calculateChange(deps, owner, bookings.get(plan)!.id, body)
    await move(plan, 'owner', { event: 'propose_change', ...body, changeHash, note })
  }

  /**
   * Runs the clock when exactly one event is due for this booking. Other bookings due at the same instant are advanced
   * too, or an earlier run for one of them has already advanced this booking.
   */
  async function tick(plan: BookingPlan): Promise<void> {
    await runClock(deps)
    bookings.get(plan)!.version++
  }

  async function takeStep(plan: BookingPlan, step: Step): Promise<void> {
    switch (step.event) {
      case 'request':
      case 'instant_book':
      case 'inquire':
        return begin(plan, step.event)
      case 'offer':
        return offer(plan, step.discount, step.note)
      case 'propose_change':
        return leaveSooner(plan, step.note)
      case 'open_case':
        return move(plan, 'owner', {
          event: 'open_case',
          kind: 'care',
          words: step.words,
          asked: step.asked,
          photoIds: [],
        })
      case 'answer_case':
        return move(plan, 'sitter', {
          event: 'answer_case',
          caseId: bookings.get(plan)!.caseId!,
          words: step.words,
          photoIds: [],
        })
      case 'withdraw':
        return move(plan, 'owner', { event: 'withdraw' })
      case 'accept':
        return move(plan, 'sitter', { event: 'accept' })
      case 'check_in':
      case 'check_out':
        return move(plan, 'sitter', { event: step.event, note: null })
      case 'decline':
        return move(plan, 'sitter', { event: 'decline', reason: step.reason, note: step.note })
      case 'cancel':
        return move(plan, 'owner', { event: 'cancel', reason: step.reason })
      case 'cancel_by_sitter':
        return move(plan, 'sitter', { event: 'cancel_by_sitter', reason: step.reason })
      case 'expire':
      case 'auto_start':
      case 'auto_complete':
      case 'release_payout':
      case 'close':
        return tick(plan)
      case 'publish_reviews':
        await publishReviews(deps)
        return undefined
      case 'review': {
        const booking = bookings.get(plan)!
        const sent = { bookingId: booking.id, ...step.review, privateNote: null, photoIds: [] }
        const { id } = await writeReview(deps, partyOf(plan, step.by), sent)
        if (step.by === 'owner') booking.ownersReview = id
        return undefined
      }
      case 'reply':
        await answerReview(deps, partyOf(plan, 'sitter'), bookings.get(plan)!.ownersReview!, step.text)
        return undefined
    }
  }

  return { join, addPet, becomeSitter, confirmCalendar, takeStep, sitterIds }
}
