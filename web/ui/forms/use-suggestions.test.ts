// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ComboboxItem } from '#web/ui/forms/combobox.tsx'
import { pauseMs, useSuggestions } from '#web/ui/forms/use-suggestions.ts'

const load = vi.fn<(text: string, signal: AbortSignal) => Promise<ComboboxItem[]>>()
const asked = () => load.mock.calls.map(([text]) => text)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  load.mockReset().mockImplementation(async (text) => [{ id: text, label: text }])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a letter after a pause is answered at once, and letters in quick succession once, at the last', async () => {
  const { rerender, result } = renderHook(({ text }) => useSuggestions(text, true, load), {
    initialProps: { text: 'li' },
  })
  await pass(0)
  expect(asked()).toEqual(['li'])
  expect(result.current.items.map(({ label }) => label)).toEqual(['li'])

  await pass(pauseMs + 1)
  rerender({ text: 'lis' })
  await pass(0)
  expect(asked()).toEqual(['li', 'lis'])

  for (const text of ['lisb', 'lisbo', 'lisbon']) {
    await pass(pauseMs / 2)
    rerender({ text })
  }
  await pass(pauseMs - 1)
  expect(asked()).toEqual(['li', 'lis'])
  await pass(1)
  expect(asked()).toEqual(['li', 'lis', 'lisbon'])
  expect(result.current.items.map(({ label }) => label)).toEqual(['lisbon'])
})

test('the answer to an older text is dropped', async () => {
  const older = Promise.withResolvers<ComboboxItem[]>()
  load.mockImplementationOnce(() => older.promise)
  const { rerender, result } = renderHook(({ text }) => useSuggestions(text, true, load), {
    initialProps: { text: 'po' },
  })
  await pass(pauseMs + 1)
  rerender({ text: 'porto' })
  await pass(0)
  older.resolve([{ id: 'po', label: 'Po' }])
  await pass(0)
  expect(result.current.items.map(({ label }) => label)).toEqual(['porto'])
})
