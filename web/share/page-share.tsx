import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { useParts } from '#web/beside/use-parts.ts'
import { ShareButton } from '#web/share/share-button.tsx'

const slotsIn = (page: Element) =>
  [...page.querySelectorAll<HTMLElement>('[data-share]')].map((slot) => ({
    slot,
    path: slot.dataset['share'],
    title: slot.dataset['title'] ?? page.querySelector('#main h1')?.textContent ?? '',
  }))

const attributes = ['data-share', 'data-title'] as const

/**
 * The button that shares the path in `data-share`, or else the open page with its query, in the place that the page
 * leaves for it.
 */
export function PageShare() {
  const slots = useParts(slotsIn, attributes)
  const { pathname, search } = useLocation()
  return slots.map(({ slot, path, title }) =>
    createPortal(<ShareButton title={title} path={path || `${pathname}${search}`} />, slot),
  )
}
