/** Details of the home that an owner can store, in display order. */
export const householdFields = [
  'address',
  'entry',
  'doorCode',
  'alarm',
  'cameras',
  'emergency',
  'absence',
] as const
/** `none`: this booking discloses nothing; `early` and `over`: not yet and no longer disclosed. */
export const disclosureStates = ['none', 'early', 'open', 'over'] as const
export type HouseholdField = (typeof householdFields)[number]
export type DisclosureState = (typeof disclosureStates)[number]
