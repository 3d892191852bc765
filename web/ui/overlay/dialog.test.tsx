// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

afterEach(cleanup)

function Page({ onConfirm }: { onConfirm: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Cancel
      </button>
      <AlertDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={onConfirm}
        title="Cancel your stay?"
        safeLabel="Keep booking"
        confirmLabel="Cancel booking"
      >
        You get €112.00 back.
      </AlertDialog>
    </>
  )
}

test('the safe button is focused first, and closing returns the focus to the opener', () => {
  render(<Page onConfirm={vi.fn<() => void>()} />)
  const opener = screen.getByRole('button', { name: 'Cancel' })
  opener.focus()
  fireEvent.click(opener)
  const safe = screen.getByRole('button', { name: 'Keep booking' })
  expect(document.activeElement).toBe(safe)
  expect(screen.getByRole('alertdialog', { name: 'Cancel your stay?' })).toBeTruthy()

  fireEvent.click(safe)
  expect(screen.queryByRole('button', { name: 'Keep booking' })).toBe(null)
  expect(document.activeElement).toBe(opener)
})

test('Escape closes the dialog without confirming, and a click on the backdrop does nothing', () => {
  const confirm = vi.fn<() => void>()
  render(<Page onConfirm={confirm} />)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const dialog = screen.getByRole('alertdialog')
  fireEvent.click(dialog)
  expect(screen.getByRole('button', { name: 'Keep booking' })).toBeTruthy()
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('button', { name: 'Keep booking' })).toBe(null)
  expect(confirm).not.toHaveBeenCalled()
})
