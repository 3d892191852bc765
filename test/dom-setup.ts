import { afterAll } from 'vitest'

// The announcer of the component library waits 100 ms before its first word, which may be after the page is gone.
afterAll(() => {
  if (typeof document !== 'undefined') document.querySelector('[data-live-announcer]')?.remove()
})
