import { expect, test } from 'vitest'
import { PetInput } from '#contract/pets.ts'
import {
  blankForm,
  checkForm,
  fieldOfPath,
  formOf,
  inputOfForm,
  numberOf,
  timesOf,
} from '#web/pets/pet-form-state.ts'

const blank = () => blankForm(new URLSearchParams())
const rex = () => ({ ...blank(), name: 'Rex', species: 'dog' as const, birthOn: '2021-05-01', weight: '22' })

test('valid values in the URL prefill the form and invalid ones are ignored', () => {
  expect(blankForm(new URLSearchParams('name=Miso&species=cat&weightKg=4.2&birthOn=2022-03'))).toMatchObject({
    name: 'Miso',
    species: 'cat',
    weight: '4.2',
    birthOn: '2022-03-01',
  })
  expect(blankForm(new URLSearchParams('species=unicorn&birthOn=soon'))).toMatchObject({
    species: '',
    birthOn: '',
  })
})

test('species and name are required, and for a dog also the birth date and weight', () => {
  expect(checkForm(blank()).map(({ name }) => name)).toEqual(['species', 'name'])
  expect(checkForm({ ...blank(), species: 'dog' }).map(({ name }) => name)).toEqual([
    'name',
    'birthOn',
    'weightKg',
  ])
  expect(checkForm({ ...blank(), name: 'Nemo', species: 'fish' })).toEqual([])
})

test('a form with only the required fields produces valid API input', () => {
  expect(checkForm(rex())).toEqual([])
  const parsed = PetInput.parse(inputOfForm(rex()))
  expect(parsed).toMatchObject({ name: 'Rex', weightKg: 22, vet: null, behaviour: null, feeding: [] })
})

test('a saved pet is converted back into the same form values', () => {
  const form = {
    ...rex(),
    fields: {
      coat: 'brown',
      neutered: 'yes',
      'vet.name': 'Clínica da Graça',
      'vet.phone': '00351 912 345 678',
      'behaviour.dogs': 'no',
      'behaviour.escapeRisk': 'no',
      'emergency.consent': 'yes',
      'emergency.spendLimit': '20000',
      aloneMaxHours: '4,5',
    },
    rows: {
      vaccinations: [{ type: 'Rabies', givenOn: '2025-04-01', validUntilOn: '', documentId: '' }],
      medications: [],
      feeding: [
        { food: 'Dry food', amount: '120 g', times: '7.30, 18', treats: '' },
        { food: '', amount: '', times: '', treats: '' },
      ],
    },
  }
  const saved = PetInput.parse(inputOfForm(form))
  expect(saved).toMatchObject({
    neutered: true,
    aloneMaxHours: 4.5,
    vet: { name: 'Clínica da Graça', phone: '+351912345678', address: null },
    behaviour: { dogs: 'no', cats: 'unknown', escapeRisk: false, bitten: null },
    emergency: { consent: true, spendLimit: 200_00 },
    feeding: [{ food: 'Dry food', times: ['07:30', '18:00'] }],
  })
  const again = formOf({
    ...saved,
    id: 'id',
    ownerId: 'id',
    completeness: { percent: 0, missing: [] },
    photos: [],
    documents: [],
    version: 1,
    createdAt: '',
    updatedAt: '',
  })
  expect(PetInput.parse(inputOfForm(again))).toEqual({ ...saved, version: undefined })
})

test('a vet’s phone number without a name is an error at the name', () => {
  const { error } = PetInput.safeParse(inputOfForm({ ...rex(), fields: { 'vet.phone': '+351912345678' } }))
  expect(error?.issues[0]?.path).toEqual(['vet', 'name'])
})

test('a bite requires its history, and a spending limit requires consent', () => {
  const fields = { 'behaviour.bitten': 'yes', 'emergency.spendLimit': '100' }
  expect(checkForm({ ...rex(), fields }).map(({ name }) => name)).toEqual([
    'behaviour.biteHistory',
    'emergency.consent',
  ])
})

test('fields of another species are neither validated nor sent', () => {
  const fields = { 'behaviour.bitten': 'yes', 'chip.number': '620098', leash: 'always' }
  const fish = { ...rex(), species: 'fish' as const, fields }
  expect(checkForm(fish)).toEqual([])
  expect(PetInput.parse(inputOfForm(fish))).toMatchObject({ behaviour: null, chip: null, leash: null })
})

test('times and numbers are parsed in common notations, such as 18.30, 4,5 and 4.5 kg', () => {
  expect(timesOf('8, 18.30 and 21:00')).toEqual(['08:00', '18:30', '21:00'])
  expect(timesOf('noon')).toEqual(['noon'])
  expect([numberOf('4,5'), numberOf('4.5 kg'), numberOf(''), numberOf('four')]).toEqual([
    4.5,
    4.5,
    null,
    undefined,
  ])
  expect(fieldOfPath('medications.0.times.1')).toBe('medications.0.times')
})
