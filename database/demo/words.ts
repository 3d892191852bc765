import { type DeclineReason, isStay, type Party } from '#contract/codes.ts'
import { addMonths } from '#server/kernel/day.ts'
import { type BookingText, type Content, fill, fitsTags, pickUnused, type ReviewText } from './content.ts'
import type { Random } from './random.ts'
import type { Slot } from './slots.ts'

export type Narrator = {
  request: (slot: Slot, random: Random) => string
  decline: (slot: Slot, random: Random) => { reason: DeclineReason; note: string }
  cancellation: (slot: Slot, by: Party, random: Random) => string
  review: (slot: Slot, stars: number, random: Random) => { text: string; reply: string | undefined }
  reviewOfOwner: (slot: Slot, stars: number, random: Random) => string
}

const declineReasons: Record<DeclineReason, number> = {
  dates: 45,
  pet: 15,
  distance: 10,
  full: 20,
  other: 10,
}

/** Returns the texts already used for a person, to which further ones can be added. */
function createMemory(): (person: object) => Set<string> {
  const textsByPerson = new Map<object, Set<string>>()
  return (person) => {
    const known = textsByPerson.get(person)
    if (known) return known
    const fresh = new Set<string>()
    textsByPerson.set(person, fresh)
    return fresh
  }
}

/** Writes people's texts in order of time: no sitter's page shows a text twice while unused ones remain. */
export function createNarrator({ messages, reviews }: Content): Narrator {
  const usedTextsOf = createMemory()
  const pairs = new Map<string, number>()
  const pairOf = ({ sitter, owner }: Slot) => `${sitter.person.email} ${owner.person.email}`
  const tagsOf = (slot: Slot) => tagsFor(slot, (pairs.get(pairOf(slot)) ?? 0) > 1)
  const matching = <T extends BookingText>(texts: readonly T[], slot: Slot): T[] => {
    const tags = tagsOf(slot)
    return texts.filter((text) => matchesSlot(text, slot) && fitsTags(text, tags))
  }
  const write = (texts: readonly BookingText[], slot: Slot, random: Random): string => {
    const text = pickUnused(matching(texts, slot), usedTextsOf(slot.sitter), random)
    return fill(text?.text ?? '', namesIn(slot))
  }

  return {
    request(slot, random) {
      pairs.set(pairOf(slot), (pairs.get(pairOf(slot)) ?? 0) + 1)
      return write(messages.requests, slot, random)
    },
    decline(slot, random) {
      const isAway = slot.plan.service !== 'boarding' && slot.plan.service !== 'day_care'
      const reason = random.weighted(isAway ? declineReasons : { ...declineReasons, distance: 0 })
      const texts = messages.declines.filter((text) => text.reason === reason)
      return { reason, note: write(texts, slot, random) }
    },
    cancellation: (slot, by, random) =>
      write(by === 'owner' ? messages.cancellationsByOwner : messages.cancellationsBySitter, slot, random),
    review(slot, stars, random) {
      const candidates = matching(reviews.ownerToSitter, slot).filter(({ overall }) => overall === stars)
      const own = candidates.filter(({ service }) => service !== 'any')
      const isComposed = stars === 5 && random.chance(0.6)
      if (isComposed) return { text: compose(slot, random), reply: thanks(slot, random) }
      const picked: ReviewText | undefined = pickUnused(
        own.length > 2 ? own : candidates,
        usedTextsOf(slot.sitter),
        random,
      )
      if (!picked) return { text: compose(slot, random), reply: thanks(slot, random) }
      const names = namesIn(slot)
      return { text: fill(picked.text, names), reply: picked.reply && fill(picked.reply, names) }
    },
    reviewOfOwner(slot, stars, random) {
      return write(
        reviews.sitterToOwner.filter(({ overall }) => overall === stars),
        slot,
        random,
      )
    },
  }

  /** Some sitters answer praise that has no reply of its own. */
  function thanks(slot: Slot, random: Random): string | undefined {
    const own = random.fork('reply')
    return own.chance(0.35) ? write(reviews.sitterReplies, slot, own) : undefined
  }

  function compose(slot: Slot, random: Random): string {
    const { openings, middles, endings } = reviews.composed
    const parts = [openings, middles, ...(random.chance(0.5) ? [middles] : []), endings]
    return [...new Set(parts.map((texts) => write(texts, slot, random)))].join(' ')
  }
}

const matchesSlot = ({ service = 'any', species = 'any' }: BookingText, { plan, pets }: Slot): boolean =>
  (service === 'any' || service === plan.service) && (species === 'any' || species === pets[0]!.input.species)

const namesIn = ({ sitter, owner, pets }: Slot) => ({
  sitter: sitter.person.firstName,
  owner: owner.person.firstName,
  pet: pets[0]!.input.name,
})

const longFrom = 7
const isOlder = (birthOn: string | null, on: string, months: number): boolean =>
  birthOn !== null && on >= addMonths(birthOn, months)

/** Tags of a booking: facts about its sitter, its first pet, its length and its pair. */
function tagsFor({ sitter, pets, plan }: Slot, isRepeat: boolean): Set<string> {
  const { species, birthOn, weightKg, medications } = pets[0]!.input
  const isDogOrCat = species === 'dog' || species === 'cat'
  const days = new Set(plan.units.map(({ on }) => on)).size
  const facts: Record<string, boolean> = {
    long: days >= longFrom || (isStay(plan.service) && plan.units.length >= longFrom),
    first: !isRepeat,
    repeat: isRepeat,
    anyPet: sitter.tags.has('residentDog') || sitter.tags.has('residentCat'),
    'pet:old': isDogOrCat && isOlder(birthOn, plan.startOn, 120),
    'pet:puppy': isDogOrCat && !isOlder(birthOn, plan.startOn, 12),
    'pet:small': species === 'dog' && (weightKg ?? 20) < 7,
    'pet:large': species === 'dog' && (weightKg ?? 20) > 25,
    'pet:medication': medications.length > 0,
    'pet:insulin': medications.some(({ name }) => name.startsWith('Insulin')),
  }
  return new Set([...sitter.tags, ...Object.keys(facts).filter((fact) => facts[fact])])
}
