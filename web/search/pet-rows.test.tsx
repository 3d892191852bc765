// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { maxPuppyMonths } from '#contract/codes.ts'
import { type PetRow, PetRows, petsOf, rowOf } from '#web/search/pet-rows.tsx'

afterEach(cleanup)

const show = (row: PetRow) =>
  render(<PetRows rows={[row]} onChange={() => {}} today="2026-11-25" id="pets" />).container.querySelector(
    'details',
  )!

test('the months of birth are listed once the further fields are opened; until then one field stands for them', () => {
  const details = show(rowOf())
  const before = screen.getByLabelText<HTMLInputElement>('Born')
  expect([before.type, before.name]).toEqual(['month', 'petBorn'])

  details.open = true
  fireEvent(details, new Event('toggle'))
  const after = screen.getByLabelText<HTMLSelectElement>('Born')
  expect([after.tagName, after.name]).toEqual(['SELECT', 'petBorn'])
  const labels = [...after.options].map(({ text }) => text)
  expect(labels.slice(0, 3)).toEqual(['Over two years ago', 'November 2026', 'October 2026'])
  expect(labels.slice(maxPuppyMonths + 1, maxPuppyMonths + 4)).toEqual([
    'November 2024',
    'About 2024',
    'About 2023',
  ])
  expect(new Set([...after.options].map(({ value }) => value)).size).toBe(labels.length)
})

test('a year is not offered twice if its middle is among the months', () => {
  render(
    <PetRows
      rows={[{ ...rowOf(), kind: 'dog', told: true }]}
      onChange={() => {}}
      today="2026-03-10"
      id="pets"
    />,
  )
  const labels = [...screen.getByLabelText<HTMLSelectElement>('Born').options].map(({ text }) => text)
  expect(labels.slice(maxPuppyMonths, maxPuppyMonths + 3)).toEqual(['April 2024', 'March 2024', 'About 2023'])
})

test('the weight of a cat is among the further fields, and is cleared when the species changes', () => {
  const changes: PetRow[][] = []
  const row: PetRow = { ...rowOf(), kind: 'cat', weight: '4', told: true }
  render(<PetRows rows={[row]} onChange={(rows) => changes.push(rows)} today="2026-11-25" id="pets" />)
  const weight = screen.getByLabelText<HTMLInputElement>('Weight')
  expect([weight.name, weight.value, weight.closest('details') !== null]).toEqual(['petKg', '4', true])
  expect(document.querySelectorAll('[name=petKg]')).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('Kind of pet'), { target: { value: 'dog' } })
  expect(changes).toEqual([[{ ...row, kind: 'dog', weight: '' }]])
  expect(petsOf([row])).toMatchObject([{ species: 'cat', weightKg: 4 }])
})

test('a pet with a known month of birth shows it at once', () => {
  show({ ...rowOf(), kind: 'dog', born: '2026-04', told: true })
  expect(screen.getByLabelText<HTMLSelectElement>('Born').selectedOptions[0]!.text).toBe('April 2026')
})
