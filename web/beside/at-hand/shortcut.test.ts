import { afterEach, expect, test, vi } from 'vitest'
import { isShortcut } from '#web/beside/at-hand/shortcut.ts'

afterEach(() => vi.restoreAllMocks())

const pressed = (more: Partial<KeyboardEvent>) => ({
  key: 'k',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  ...more,
})

test.each([
  ['Linux x86_64', { ctrlKey: true }, true],
  ['Linux x86_64', { ctrlKey: true, key: 'K' }, true],
  ['Linux x86_64', { metaKey: true }, false],
  ['Win32', { ctrlKey: true, shiftKey: true }, false],
  ['Win32', { ctrlKey: true, repeat: true }, false],
  ['Win32', {}, false],
  ['MacIntel', { metaKey: true }, true],
  ['MacIntel', { ctrlKey: true }, false],
  ['iPad', { metaKey: true }, true],
])('on %s, K with %j is the shortcut: %s', (platform, more, is) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform)
  expect(isShortcut(pressed(more), 'k')).toBe(is)
})
