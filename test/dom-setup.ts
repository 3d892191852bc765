import { afterAll } from 'vitest'

// The component library's announcer waits 100 ms before its first announcement, when the page may be gone already.
afterAll(() => {
  if (typeof document !== 'undefined') document.querySelector('[data-live-announcer]')?.remove()
})
