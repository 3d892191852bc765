/** What an owner can keep of the home, in the order in which it is shown. */
export const householdFields = [
  'address',
  'entry',
  'doorCode',
  'alarm',
  'cameras',
  'emergency',
  'absence',
] as const
/** `none`: nothing is shown of this booking; `early` and `over`: not yet and no longer. */
export const disclosureStates = ['none', 'early', 'open', 'over'] as const
export type HouseholdField = (typeof householdFields)[number]
export type DisclosureState = (typeof disclosureStates)[number]
