// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'

afterEach(() => {
  cleanup()
  document.title = ''
})

const errors = [
  { name: 'email', message: 'Write the whole address' },
  { name: 'kind', message: 'Choose a kind of pet' },
]

function Form({ shown, attempt }: { shown: boolean; attempt?: number }) {
  const given = shown ? errors.map((error) => ({ ...error })) : []
  return (
    <>
      <ErrorSummary errors={given} attempt={attempt} />
      <TextField label="E-mail" name="email" error={given[0]?.message} defaultValue="kept@" />
      <RadioGroup
        label="Kind"
        name="kind"
        options={[{ value: 'dog', label: 'Dog' }]}
        error={given[1]?.message}
      />
    </>
  )
}

test('receives focus once for each submission and not while the user is typing', () => {
  const { rerender } = render(<Form shown={false} />)
  rerender(<Form shown attempt={1} />)
  const summary = screen.getByRole('alert', { name: 'There is a problem' })
  expect(document.activeElement).toBe(summary)

  const email = screen.getByLabelText('E-mail')
  email.focus()
  rerender(<Form shown attempt={1} />)
  expect(document.activeElement).toBe(email)
  rerender(<Form shown attempt={2} />)
  expect(document.activeElement).toBe(summary)
})

test('prefixes the document title with "Error: " while it is shown', () => {
  document.title = 'New pet'
  const { rerender } = render(<Form shown />)
  expect(document.title).toBe('Error: New pet')
  rerender(<Form shown={false} />)
  expect(document.title).toBe('New pet')
})

test('has links that move the focus to the field, or to the first option of a group', () => {
  render(<Form shown />)
  fireEvent.click(screen.getByRole('link', { name: 'Write the whole address' }))
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
  fireEvent.click(screen.getByRole('link', { name: 'Choose a kind of pet' }))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Dog' }))
})

test('repeats its message at the field and keeps the value', () => {
  render(<Form shown />)
  const email = screen.getByLabelText<HTMLInputElement>('E-mail')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Error: Write the whole address',
  )
  expect(email.value).toBe('kept@')
})
