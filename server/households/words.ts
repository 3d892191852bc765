import type { HouseholdField } from '#contract/households/codes.ts'

const words: Record<HouseholdField, string> = {
  address: 'your address',
  entry: 'how to get in',
  doorCode: 'your door code',
  alarm: 'your alarm',
  cameras: 'your cameras',
  emergency: 'your emergency contact',
  absence: 'who else will be there',
}

export const firstName = (name: string): string => name.split(' ')[0] ?? name

/** `your address, how to get in and your door code` */
export const fieldsInWords = (fields: readonly HouseholdField[]): string =>
  fields
    .map((field) => words[field])
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ')
