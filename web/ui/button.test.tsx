// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from '#web/ui/button.tsx'

test('a pending button shows its pending text, keeps its label for the width and ignores clicks', () => {
  const press = vi.fn<() => void>()
  const submit = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  const { rerender } = render(<Button onClick={press}>Save</Button>, { container: form(submit) })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(press).toHaveBeenCalledTimes(1)

  rerender(
    <Button type="submit" pending="Saving…" onClick={press}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Saving…' })
  fireEvent.click(button)
  expect(press).toHaveBeenCalledTimes(1)
  expect(submit).not.toHaveBeenCalled()
  expect(button.textContent).toContain('Save')
  expect(button.hasAttribute('disabled')).toBe(false)
})

test('only a button that can be pending has a place for the pending text', () => {
  render(<Button>Never</Button>)
  render(<Button pending={false}>Later</Button>)
  expect(screen.getByRole('button', { name: 'Never' }).childElementCount).toBe(0)
  expect(screen.getByRole('button', { name: 'Later' }).querySelector('[aria-live=polite]')).not.toBeNull()
})

function form(onSubmit: (event: Event) => void) {
  const element = document.body.appendChild(document.createElement('form'))
  element.addEventListener('submit', onSubmit)
  return element
}
