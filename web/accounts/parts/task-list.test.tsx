// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { ownerSteps, sitterSteps, TaskList } from '#web/accounts/parts/task-list.tsx'
import { serviceOf } from '#web/sitters/public/service.fixture.ts'

afterEach(cleanup)

const empty = { phoneNumber: null, location: null, photoUrl: null }
const complete = { ...empty, phoneNumber: '+351 210 000 000', location: 'Lisbon' }
const sitter = {
  id: '019f49c2-d990-7916-ba1f-d370ea8c10b9',
  photos: [],
  services: [],
  calendarConfirmedOn: null,
}

const show = (steps: Parameters<typeof TaskList>[0]['steps']) =>
  render(<TaskList steps={steps} />, { wrapper: MemoryRouter })
const openSteps = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

test('an owner is asked for a pet, a profile and a first booking; what is done is no longer a link', () => {
  show(ownerSteps(empty, true, false))
  expect(openSteps()).toEqual(['Complete your profile', 'Find a sitter'])
  expect(screen.getByText('Add a pet')).toBeTruthy()
  expect(screen.getByText('1 of 3')).toBeTruthy()
})

test('a sitter is asked for what makes a profile complete, and not for a pet', () => {
  show(sitterSteps(complete, sitter))
  expect(openSteps()).toEqual([
    'Add a photo of yourself',
    'Set your services and rates',
    'Confirm your calendar',
  ])
})

test.each([
  ['boarding', true, true],
  ['day_care', true, true],
  ['boarding', false, false],
  ['dog_walking', true, false],
  ['house_sitting', true, false],
] as const)(
  'a sitter who offers %s (active: %s) is asked for photos of the home: %s',
  (service, active, isAsked) => {
    const services = [{ ...serviceOf(service), active, unitPrice: 33_00 }]
    show(sitterSteps({ ...complete, photoUrl: '/files/0a/160.webp' }, { ...sitter, services }))
    expect(openSteps()).toEqual([...(isAsked ? ['Add photos of your home'] : []), 'Confirm your calendar'])
  },
)

test('the list disappears once everything is done', () => {
  const { container } = show(ownerSteps(complete, true, true))
  expect(container.innerHTML).toBe('')
})
