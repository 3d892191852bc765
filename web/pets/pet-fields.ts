import { keysOf } from '#contract/entries.ts'
import { type PetDetail, petDetailsFor, type Species } from '#contract/codes.ts'

/** `kind` selects the control; `path` is the field's path in the contract and its name in the form. */
export type FieldSpec = {
  path: string
  detail: PetDetail
  label: string
  kind: 'line' | 'text' | 'day' | 'pastDay' | 'choice' | 'number' | 'phone' | 'money'
  hint?: string
  unit?: string
  options?: readonly (readonly [value: string, label: string])[]
}

const yesNo = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const
const answer = [
  ['yes', 'Yes'],
  ['no', 'No'],
  ['unknown', 'Not known'],
] as const

export const fieldSpecs = [
  { path: 'breed', detail: 'breed', label: 'Breed or mix', kind: 'line' },
  {
    path: 'coat',
    detail: 'coat',
    label: 'Colour',
    kind: 'line',
    hint: 'Such as “ginger” or “black and white”: the portrait follows.',
  },
  {
    path: 'sex',
    detail: 'sex',
    label: 'Sex',
    kind: 'choice',
    options: [
      ['female', 'Female'],
      ['male', 'Male'],
    ],
  },
  { path: 'neutered', detail: 'neutered', label: 'Neutered', kind: 'choice', options: yesNo },
  { path: 'chip.number', detail: 'chip', label: 'Chip number', kind: 'line' },
  { path: 'chip.registry', detail: 'chip', label: 'Registered at', kind: 'line' },
  { path: 'passportNumber', detail: 'passportNumber', label: 'Passport or licence number', kind: 'line' },
  {
    path: 'parasitesTreatedOn',
    detail: 'parasitesTreatedOn',
    label: 'Last treated against fleas and worms',
    kind: 'pastDay',
  },
  {
    path: 'conditions',
    detail: 'conditions',
    label: 'Health conditions',
    kind: 'text',
    hint: 'What a sitter should watch for, and what is normal.',
  },
  { path: 'allergies', detail: 'allergies', label: 'Allergies', kind: 'text' },
  { path: 'toilet', detail: 'toilet', label: 'Toilet routine', kind: 'text' },
  {
    path: 'energy',
    detail: 'energy',
    label: 'Energy',
    kind: 'choice',
    options: [
      ['low', 'Calm'],
      ['medium', 'Medium'],
      ['high', 'Lively'],
    ],
  },
  {
    path: 'aloneMaxHours',
    detail: 'aloneMaxHours',
    label: 'Can be alone for at most',
    kind: 'number',
    unit: 'hours',
  },
  { path: 'crate', detail: 'crate', label: 'Used to a crate', kind: 'choice', options: yesNo },
  {
    path: 'leash',
    detail: 'leash',
    label: 'On the lead',
    kind: 'choice',
    options: [
      ['always', 'Always'],
      ['sometimes', 'Sometimes'],
      ['never', 'Never'],
    ],
  },
  {
    path: 'recall',
    detail: 'recall',
    label: 'Comes when called',
    kind: 'choice',
    options: [
      ['good', 'Reliably'],
      ['sometimes', 'Sometimes'],
      ['none', 'No'],
    ],
  },
  { path: 'behaviour.dogs', detail: 'behaviour', label: 'Good with dogs', kind: 'choice', options: answer },
  { path: 'behaviour.cats', detail: 'behaviour', label: 'Good with cats', kind: 'choice', options: answer },
  {
    path: 'behaviour.children',
    detail: 'behaviour',
    label: 'Good with children',
    kind: 'choice',
    options: answer,
  },
  {
    path: 'behaviour.strangers',
    detail: 'behaviour',
    label: 'Good with strangers',
    kind: 'choice',
    options: answer,
  },
  { path: 'behaviour.bitten', detail: 'behaviour', label: 'Has ever bitten', kind: 'choice', options: yesNo },
  {
    path: 'behaviour.biteHistory',
    detail: 'behaviour',
    label: 'What happened',
    kind: 'text',
    hint: 'Whom, when and why: a sitter can prepare for it.',
  },
  {
    path: 'behaviour.escapeRisk',
    detail: 'behaviour',
    label: 'Likes to escape',
    kind: 'choice',
    options: yesNo,
  },
  { path: 'behaviour.sleepingPlace', detail: 'behaviour', label: 'Sleeps', kind: 'line' },
  { path: 'behaviour.fears', detail: 'behaviour', label: 'Is afraid of', kind: 'text' },
  { path: 'vet.name', detail: 'vet', label: 'Vet or practice', kind: 'line' },
  {
    path: 'vet.phone',
    detail: 'vet',
    label: 'Phone number of the vet',
    kind: 'phone',
    hint: 'With the country code, such as +351 912 345 678.',
  },
  { path: 'vet.address', detail: 'vet', label: 'Address of the vet', kind: 'line' },
  { path: 'vet.afterHours', detail: 'vet', label: 'At night and on Sundays', kind: 'line' },
  { path: 'insurance.company', detail: 'insurance', label: 'Insurance company', kind: 'line' },
  { path: 'insurance.policyNumber', detail: 'insurance', label: 'Policy number', kind: 'line' },
  {
    path: 'emergency.consent',
    detail: 'emergency',
    label: 'May the sitter have your pet treated when you cannot be reached?',
    kind: 'choice',
    options: yesNo,
  },
  { path: 'emergency.spendLimit', detail: 'emergency', label: 'Up to', kind: 'money' },
  { path: 'emergency.hospital', detail: 'emergency', label: 'Animal hospital', kind: 'line' },
  {
    path: 'careNotes',
    detail: 'careNotes',
    label: 'Anything else a sitter should know',
    kind: 'text',
    hint: 'Habits, words it knows, what cheers it up.',
  },
] as const satisfies readonly FieldSpec[]

export type FieldPath = (typeof fieldSpecs)[number]['path']
export const specOf = (path: FieldPath): FieldSpec => fieldSpecs.find((spec) => spec.path === path)!

/** The list fields of a pet; `columns` are the fields of a row. */
export const rowSpecs = {
  vaccinations: {
    noun: 'vaccination',
    columns: [
      { key: 'type', label: 'Against', kind: 'line', hint: '' },
      { key: 'givenOn', label: 'Given', kind: 'day', hint: '' },
      { key: 'validUntilOn', label: 'Valid until', kind: 'day', hint: '' },
      { key: 'documentId', label: 'Proof', kind: 'document', hint: '' },
    ],
  },
  medications: {
    noun: 'medicine',
    columns: [
      { key: 'name', label: 'Medicine', kind: 'line', hint: '' },
      { key: 'dose', label: 'Dose', kind: 'line', hint: '' },
      { key: 'route', label: 'How', kind: 'line', hint: '' },
      { key: 'times', label: 'Times', kind: 'times', hint: 'Such as 8:00, 20:00' },
    ],
  },
  feeding: {
    noun: 'meal',
    columns: [
      { key: 'food', label: 'Food', kind: 'line', hint: '' },
      { key: 'amount', label: 'How much', kind: 'line', hint: '' },
      { key: 'times', label: 'Times', kind: 'times', hint: 'Such as 7:30, 18:00' },
      { key: 'treats', label: 'Treats', kind: 'line', hint: '' },
    ],
  },
} as const
export type RowList = keyof typeof rowSpecs
export const rowLists = keysOf(rowSpecs)

export type PetGroup = { id: string; title: string; details: readonly PetDetail[] }

/** The optional groups of the form (rules section 13). */
export const petGroups: readonly PetGroup[] = [
  {
    id: 'looks',
    title: 'Looks and papers',
    details: ['breed', 'coat', 'sex', 'neutered', 'chip', 'passportNumber'],
  },
  {
    id: 'food',
    title: 'Food and routine',
    details: ['feeding', 'toilet', 'energy', 'aloneMaxHours', 'crate'],
  },
  {
    id: 'health',
    title: 'Health',
    details: ['vaccinations', 'parasitesTreatedOn', 'conditions', 'allergies', 'medications'],
  },
  { id: 'behaviour', title: 'Behaviour', details: ['leash', 'recall', 'behaviour'] },
  { id: 'emergency', title: 'Vet and emergencies', details: ['vet', 'insurance', 'emergency'] },
  { id: 'notes', title: 'Notes', details: ['careNotes'] },
]

/** Returns the details of a group that apply to the species. */
export function relevantOf(group: PetGroup, species: Species): PetDetail[] {
  const matters = new Set(petDetailsFor(species))
  return group.details.filter((detail) => matters.has(detail))
}
