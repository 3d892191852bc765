// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useAppBadge } from '#web/notices/app-badge.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const browserWith = (badges: object) =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), badges))

function Badge({ unread }: { unread: number | null }) {
  useAppBadge(unread)
  return null
}

test('the app icon shows the number of unread notices once it is known, and loses it at sign-out', () => {
  const setAppBadge = vi.fn(async () => {})
  const clearAppBadge = vi.fn(async () => {})
  browserWith({ setAppBadge, clearAppBadge })
  const { rerender, unmount } = render(<Badge unread={null} />)
  expect(setAppBadge).not.toHaveBeenCalled()
  rerender(<Badge unread={3} />)
  rerender(<Badge unread={0} />)
  expect(setAppBadge.mock.calls).toEqual([[3], [0]])
  expect(clearAppBadge).not.toHaveBeenCalled()
  unmount()
  expect(clearAppBadge).toHaveBeenCalledOnce()
})

test('nothing happens in a browser without badges, and a refusal is ignored', async () => {
  browserWith({})
  render(<Badge unread={3} />).unmount()
  const setAppBadge = vi.fn(() => Promise.reject(new DOMException('Not installed', 'NotAllowedError')))
  browserWith({ setAppBadge })
  render(<Badge unread={3} />)
  await expect(setAppBadge.mock.results[0]?.value).rejects.toThrow('Not installed')
})
