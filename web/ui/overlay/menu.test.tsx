// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Menu } from '#web/ui/overlay/menu.tsx'

afterEach(cleanup)

test('arrow keys, letters, Home and Escape follow the ARIA menu pattern', () => {
  const print = vi.fn<() => void>()
  render(
    <Menu
      trigger="More"
      entries={[
        { label: 'Add to calendar', href: '#add' },
        { label: 'Print', onSelect: print },
        { label: 'Report', onSelect: vi.fn<() => void>() },
      ]}
    />,
  )
  const button = screen.getByRole('button', { name: 'More' })
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  const focused = () => document.activeElement?.textContent
  expect(focused()).toBe('Add to calendar')
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  press('ArrowUp')
  expect(focused()).toBe('Report')
  press('p')
  expect(focused()).toBe('Print')
  press('Home')
  expect(focused()).toBe('Add to calendar')
  press('Escape')
  expect(document.activeElement).toBe(button)
  expect(screen.queryByRole('menu')).toBe(null)

  fireEvent.click(button)
  fireEvent.click(screen.getByRole('menuitem', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBe(null)
})
