// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'

afterEach(cleanup)

type Discount = {
  code: string
  why: string
  at: string
  zone: string
  kind: 'percent' | 'amount'
  percent: number
  amount: number | null
  until: string | null
  once: boolean
}
const blank: Discount = {
  code: '',
  why: '',
  at: '10:00',
  zone: '',
  kind: 'percent',
  percent: 10,
  amount: null,
  until: null,
  once: false,
}
const fields: FieldTable<Discount> = {
  code: { label: 'Code', kind: 'line', maxLength: 10, check: atLeast(3, 'Enter 3 letters') },
  why: { label: 'Why', kind: 'text', optional: true },
  at: { label: 'At', kind: 'time', from: '10:00', to: '12:00' },
  zone: { label: 'Zone', kind: 'select', placeholder: 'None', options: [{ value: 'UTC', label: 'World' }] },
  kind: {
    label: 'Kind',
    kind: 'choice',
    options: [
      { value: 'percent', label: 'A share' },
      { value: 'amount', label: 'An amount' },
    ],
  },
  percent: {
    label: 'Share',
    kind: 'count',
    unit: 'percent',
    max: 100,
    appliesTo: ({ kind }) => kind === 'percent',
  },
  amount: {
    label: 'Amount',
    kind: 'money',
    currency: 'EUR',
    appliesTo: ({ kind }) => kind === 'amount',
    check: (amount) => (amount === null ? 'Enter an amount' : undefined),
  },
  until: { label: 'Last day', kind: 'day', optional: true },
  once: { label: 'Only once', kind: 'checkbox' },
}

const entered = () => JSON.parse(screen.getByTestId('entered').textContent) as unknown

function Form({ scope }: { scope?: string }) {
  const { values, set, setValues } = useFields(blank)
  const errorFor = (name: string) => faultsIn(fields, values, scope).find((one) => one.name === name)?.message
  return (
    <>
      <FormFields {...{ fields, values, set, errorFor }} {...(scope !== undefined && { scope })} />
      <output data-testid="entered">{JSON.stringify(values)}</output>
      <button type="button" onClick={() => setValues(blank)}>
        Empty it
      </button>
    </>
  )
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('each kind of field changes its own value, and emptying the form empties every control', () => {
  render(<Form />)
  type('Code', 'SUMMER')
  type('Why (optional)', 'Quiet weeks')
  type('At', '11:30')
  type('Zone', 'UTC')
  fireEvent.click(screen.getByLabelText('One more percent'))
  expect(entered()).toMatchObject({ percent: 11 })
  fireEvent.click(screen.getByLabelText('An amount'))
  type('Amount', '5.50')
  type('Last day (optional)', '2026-12-24')
  fireEvent.click(screen.getByLabelText('Only once'))
  expect(entered()).toEqual({
    code: 'SUMMER',
    why: 'Quiet weeks',
    at: '11:30',
    zone: 'UTC',
    kind: 'amount',
    percent: 11,
    amount: 550,
    until: '2026-12-24',
    once: true,
  })

  fireEvent.click(screen.getByText('Empty it'))
  fireEvent.click(screen.getByLabelText('An amount'))
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Only once').checked).toBe(false)
})

test('text that is not an amount stays in the field, so that it can be corrected', () => {
  render(<Form />)
  fireEvent.click(screen.getByLabelText('An amount'))
  type('Amount', 'five')
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('five')
  expect(entered()).toMatchObject({ amount: null })
})

test('a field that does not apply is neither shown nor checked', () => {
  render(<Form />)
  expect(screen.queryByLabelText('Amount')).toBeNull()
  expect(faultsIn(fields, blank)).toEqual([{ name: 'code', message: 'Enter 3 letters' }])
  expect(faultsIn(fields, { ...blank, code: ' SU ', kind: 'amount' }).map(({ name }) => name)).toEqual([
    'code',
    'amount',
  ])
})

test('a scope is part of the names, so that several forms of one page have their own errors', () => {
  render(
    <>
      <Form scope="one" />
      <Form scope="two" />
    </>,
  )
  const [first, second] = screen.getAllByLabelText('Code')
  expect([first?.id, second?.id]).toEqual(['field-one.code', 'field-two.code'])
  expect(first?.getAttribute('aria-describedby')).toBe('field-one.code-error')
})
