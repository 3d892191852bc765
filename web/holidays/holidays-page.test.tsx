// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import HolidaysPage from '#web/holidays/holidays-page.tsx'

test('countries have the names that the server sent, not those of this browser', async () => {
  const loaderData = {
    country: 'TR',
    countryName: 'Name on the server',
    named: [{ value: 'TR', label: 'Name on the server' }],
    region: '',
    items: [],
    countries: ['TR'],
    subdivisions: [],
  }
  const Page = createRoutesStub([{ path: '/', Component: HolidaysPage, loader: () => loaderData }])
  render(<Page />)
  expect((await screen.findByRole('combobox', { name: 'Country' })).textContent).toBe('Name on the server')
  expect(screen.getByText(/We do not list the holidays of Name on the server/)).toBeTruthy()
})
