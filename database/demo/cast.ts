import type { Service, Species } from '#contract/codes.ts'

/** The people whose sign-ins the start script prints, in that order. */
export const introductions = [
  {
    firstName: 'Olga',
    is: 'owner of Rex and Pip, with a stay ahead, an offer to answer, an open request and a case',
  },
  { firstName: 'Sam', is: 'sitter with requests waiting for an answer' },
  { firstName: 'Rui', is: 'owner of Miso, who is at Mateus’s right now' },
  { firstName: 'Inês', is: 'sitter whom Olga books again and again, with a change to answer' },
  { firstName: 'Tomás', is: 'sitter and retired vet nurse' },
  { firstName: 'Beatriz', is: 'sitter for cats' },
  { firstName: 'Mateus', is: 'sitter with a guest at home' },
  { firstName: 'Leonor', is: 'sitter for anxious dogs, who can be booked at once' },
  { firstName: 'Eve', is: 'owner of Poe, without a booking so far' },
] as const

/** Only on an instance that is not reachable by others. */
export const operatorIntroduction = {
  firstName: 'Ada',
  is: 'operator, with a case to decide and a promo code',
}

/** A promo code created by the town's operator, valid for everybody. */
export const demoPromoCode = 'WELCOME10'

/** Beatriz boards only cats, but makes drop-in visits to cats and dogs, and walks dogs. */
export const castSpecies: Record<string, Partial<Record<Service, Species[]>>> = {
  beatriz: { boarding: ['cat'], drop_in: ['cat', 'dog'], dog_walking: ['dog'] },
}
export const castTags: Record<string, string[]> = { beatriz: ['walks'] }

/** Leonor allows instant booking for everybody. */
export const castInstant: readonly string[] = ['leonor']

/** Texts by the introduced people for offers, changes and cases. */
export const castTexts = {
  offer: {
    discount: 12_00,
    note: 'These three nights are quiet at mine, so I can take something off. Rex may bring his green ball.',
  },
  change: { note: 'Our train goes a day earlier, so one night less would do. Is that all right with you?' },
  case: {
    words:
      'Rex came home without his evening meals: the bags for both evenings were still full, and he had lost weight.',
    asked: 20_00,
  },
  answer: {
    words:
      'He would not eat on the first evening, so I gave him chicken and rice on both, and wrote so to Olga. I did weigh him.',
  },
}
