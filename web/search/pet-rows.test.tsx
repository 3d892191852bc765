// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { maxPuppyMonths } from '#contract/codes.ts'
import { type PetRow, PetRows, rowOf } from '#web/search/pet-rows.tsx'

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
  expect(after.options).toHaveLength(maxPuppyMonths + 2)
})

test('a pet with a known month of birth shows it at once', () => {
  show({ ...rowOf(), kind: 'dog', born: '2026-04', told: true })
  expect(screen.getByLabelText<HTMLSelectElement>('Born').selectedOptions[0]!.text).toBe('April 2026')
})
