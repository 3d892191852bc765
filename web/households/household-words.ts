import type { HouseholdField } from '#contract/households/codes.ts'

export const fieldNames: Record<HouseholdField, string> = {
  address: 'Address',
  entry: 'Getting in',
  doorCode: 'Door code',
  alarm: 'Alarm',
  cameras: 'Cameras',
  emergency: 'In an emergency',
  absence: 'Who else will be there',
}

/** "Address, door code and alarm" */
export const fieldsInWords = (fields: readonly HouseholdField[]): string =>
  fields
    .map((field, index) => (index === 0 ? fieldNames[field] : fieldNames[field].toLowerCase()))
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ')
