// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Combobox, type ComboboxItem, type ComboboxProps } from '#web/ui/forms/combobox.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { DateRange } from '#web/ui/dates/date-range.tsx'

afterEach(cleanup)

const whole = { start: '2026-12-12', end: '2026-12-16' }

test('server rendering produces two native date inputs with their values, which work without JavaScript', () => {
  const html = renderToString(
    <DateRange label="When" startName="start" endName="end" defaultValue={whole} min="2026-11-20" />,
  )
  expect(html).toMatch(/type="date"[^>]*name="start"[^>]*/)
  expect(html).toContain('value="2026-12-12"')
  expect(html).toContain('value="2026-12-16"')
  expect(html).not.toContain('calendar in')
})

test('a date typed before the calendar loads is kept, and the field is replaced only on blur', async () => {
  const change = vi.fn<(value: unknown) => void>()
  render(<DateRange label="When" startName="start" endName="end" onChange={change} />)
  const start = screen.getByLabelText<HTMLInputElement>('Drop-off')
  fireEvent.focus(start)
  fireEvent.keyDown(start, { key: '1' })
  fireEvent.change(start, { target: { value: '2026-12-12' } })
  await vi.dynamicImportSettled()
  expect(screen.getByLabelText('Drop-off')).toBe(start)
  expect(change).toHaveBeenLastCalledWith({ start: '2026-12-12', end: null })

  fireEvent.blur(start)
  await screen.findAllByRole('spinbutton')
  expect(document.querySelector<HTMLInputElement>('input[name=start]')?.value).toBe('2026-12-12')
})

test('a click that starts before the calendar has loaded still opens it', async () => {
  const { container } = render(<DateRange label="When" startName="start" endName="end" />)
  const cover = container.querySelector('.cursor-pointer')!
  fireEvent.pointerEnter(cover)
  fireEvent.pointerDown(cover)
  await vi.dynamicImportSettled()
  expect(cover.isConnected).toBe(true)
  fireEvent.pointerUp(cover)
  fireEvent.click(cover)
  expect((await screen.findAllByRole('grid')).length).toBeGreaterThan(0)
})

test('a partially typed year does not count as a date', () => {
  const change = vi.fn<(value: unknown) => void>()
  render(<DatePicker label="Born on" name="bornOn" onChange={change} />)
  fireEvent.change(screen.getByLabelText('Born on'), { target: { value: '0002-12-12' } })
  expect(change).toHaveBeenLastCalledWith(null)
})

test('an unavailable date that was entered shows the reason', async () => {
  render(
    <DateRange
      label="When"
      startName="start"
      endName="end"
      defaultValue={whole}
      unavailable={(day) => (day === '2026-12-16' ? 'Inês is away' : null)}
    />,
  )
  fireEvent.pointerEnter(screen.getByLabelText('Drop-off'))
  expect((await screen.findByText(/Wed 16 Dec is not available: Inês is away/)).textContent).toBeTruthy()
})

test('the combobox keeps its text and focus when its code loads, and selects a suggestion by keyboard', async () => {
  const load = vi.fn<ComboboxProps['load']>(async () => [
    { id: 'prague', label: 'Prague', detail: 'Czechia' },
  ])
  const choose = vi.fn<(item: unknown) => void>()
  render(<Combobox label="Where" name="place" keyName="placeId" load={load} onChoose={choose} />)
  const plain = screen.getByLabelText<HTMLInputElement>('Where')
  plain.focus()
  fireEvent.change(plain, { target: { value: 'pra' } })
  const rich = await screen.findByRole<HTMLInputElement>('combobox')
  expect([rich.value, document.activeElement]).toEqual(['pra', rich])

  await screen.findByRole('option', { name: /Prague/ })
  fireEvent.keyDown(rich, { key: 'ArrowDown' })
  fireEvent.keyDown(rich, { key: 'Enter' })
  await waitFor(() =>
    expect(choose).toHaveBeenLastCalledWith({ id: 'prague', label: 'Prague', detail: 'Czechia' }),
  )
  expect(document.querySelector<HTMLInputElement>('input[name=placeId]')?.value).toBe('prague')
  expect(document.querySelector<HTMLInputElement>('input[name=place]')?.value).toBe('Prague')
})

test('suggestions that arrive after the list was closed do not open it again', async () => {
  const answer = Promise.withResolvers<readonly ComboboxItem[]>()
  const load = vi.fn<ComboboxProps['load']>(() => answer.promise)
  render(<Combobox label="Where" name="place" load={load} />)
  const plain = screen.getByLabelText<HTMLInputElement>('Where')
  plain.focus()
  fireEvent.change(plain, { target: { value: 'pra' } })
  const rich = await screen.findByRole<HTMLInputElement>('combobox')
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(rich.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('listbox').textContent).toBe('Looking…')
  fireEvent.keyDown(rich, { key: 'Escape' })
  expect(rich.getAttribute('aria-expanded')).toBe('false')
  await act(async () => answer.resolve([{ id: 'prague', label: 'Prague' }]))
  expect(rich.getAttribute('aria-expanded')).toBe('false')
  fireEvent.keyDown(rich, { key: 'ArrowDown' })
  expect(screen.getByRole('option', { name: 'Prague' })).toBeTruthy()
})
