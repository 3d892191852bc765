import { type PetDetail, type Species, species } from '#contract/codes.ts'

export const speciesOptions: readonly { value: Species; label: string }[] = species.map((value) => ({
  value,
  label: value === 'other' ? 'Another animal' : value.charAt(0).toUpperCase() + value.slice(1),
}))

/** Names of details for use in a sentence. */
export const detailNames: Record<PetDetail | 'birthOn' | 'weightKg', string> = {
  birthOn: 'the age',
  weightKg: 'the weight',
  breed: 'the breed',
  sex: 'the sex',
  neutered: 'whether neutered',
  coat: 'the colour',
  chip: 'the chip',
  passportNumber: 'the passport',
  vaccinations: 'vaccinations',
  parasitesTreatedOn: 'the parasite treatment',
  vet: 'the vet',
  insurance: 'the insurance',
  conditions: 'health conditions',
  allergies: 'allergies',
  medications: 'medication',
  feeding: 'feeding',
  toilet: 'the toilet routine',
  energy: 'the energy',
  aloneMaxHours: 'how long alone',
  crate: 'the crate',
  leash: 'the lead',
  recall: 'the recall',
  behaviour: 'behaviour',
  emergency: 'what to do in an emergency',
  careNotes: 'notes for the sitter',
}
const isNamed = (field: string): field is keyof typeof detailNames => Object.hasOwn(detailNames, field)

/** Names the missing details that would help a sitter most, such as "the vet, feeding and behaviour". */
export const missingWords = (missing: readonly string[], most = 3): string[] =>
  missing
    .filter(isNamed)
    .slice(0, most)
    .map((field) => detailNames[field])

/** "3 years", "7 months". */
export function ageOf(birthOn: string, today: string): string {
  const [year = 0, month = 0, day = 0] = birthOn.split('-').map(Number)
  const [thisYear = 0, thisMonth = 0, thisDay = 0] = today.split('-').map(Number)
  const months = (thisYear - year) * 12 + thisMonth - month - (thisDay < day ? 1 : 0)
  const counted = months >= 24 ? Math.floor(months / 12) : Math.max(0, months)
  const unit = months >= 24 ? 'year' : 'month'
  return `${counted} ${unit}${counted === 1 ? '' : 's'}`
}
