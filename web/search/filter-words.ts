import type { RankingComponent, SearchTrait, Skill, Sort } from '#contract/codes.ts'

/** Labels of skills that a search can require. */
export const skillNames: Record<Skill, string> = {
  oral_medication: 'Gives tablets',
  injections: 'Gives injections',
  puppies: 'Used to puppies',
  seniors: 'Used to old pets',
  special_needs: 'Special needs',
  first_aid: 'Pet first aid',
  training: 'Trains dogs',
}
export const traitNames: Record<SearchTrait, string> = {
  ...skillNames,
  smoke_free: 'Smoke-free home',
  no_children: 'No children at home',
  no_resident_pets: 'No pets of their own',
  resident_dog: 'Has a dog',
  car: 'Has a car',
  fenced_garden: 'Fenced garden',
  instant: 'Books at once',
  never_alone: 'Never leaves pets alone',
  no_young_children: 'No small children',
  trusted: 'Trusted sitter',
  newcomer: 'New here',
}
export const homeNames: Record<string, string> = {
  house: 'House',
  flat: 'Flat',
  farm: 'Farm',
  other: 'Another kind of home',
  fenced: 'Fenced garden',
  shared: 'Shared garden',
  none: 'No garden',
}
export const sortNames: Record<Sort, string> = {
  recommended: 'Best match',
  distance: 'Distance',
  price: 'Lowest price',
  rating: 'Rating',
  repeat: 'Repeat clients',
  newest: 'Newest',
}
export const rankingNames: Record<RankingComponent, string> = {
  distance: 'Distance',
  quality: 'Reviews',
  repeat: 'Repeat clients',
  response: 'Answers requests',
  freshness: 'Calendar up to date',
  completeness: 'Complete profile',
  newcomer: 'New here',
}
