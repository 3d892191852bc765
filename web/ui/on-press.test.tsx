// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onPress } from '#web/ui/on-press.tsx'

const Sheet = ({ words }: { words: string }) => <p>{words}</p>
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a part that was prefetched is there at its first render', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Sheet }>>(async () => ({ default: Sheet }))
  const Part = onPress(load)
  Part.prefetch()
  await settled()
  render(<Part words="All filters" />)
  expect(screen.getByText('All filters')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that could not be prefetched is loaded by the press, and nothing is thrown', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Sheet }>>(async () => ({ default: Sheet }))
  load.mockRejectedValueOnce(new Error('The network is down'))
  const unhandled = vi.fn<(reason: unknown) => void>()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const Part = onPress(load)
  Part.prefetch()
  await settled()
  render(<Part words="All filters" />)
  expect(await screen.findByText('All filters')).toBeTruthy()
  expect(unhandled).not.toHaveBeenCalled()
})
