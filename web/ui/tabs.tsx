import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { plainLink, type RenderLink } from '#web/ui/render-link.tsx'

export type TabLink = { href: string; label: ReactNode; current: boolean }

/** Scrolls a row that does not fit until the end of the tab is visible, and a part of the next one. */
const showTab = (tab: HTMLElement | null): void => {
  const row = tab?.parentElement
  if (row) row.scrollLeft = tab.offsetLeft - row.offsetLeft + tab.offsetWidth + 32 - row.clientWidth
}

export function TabLinks({
  label,
  links,
  renderLink = plainLink,
}: {
  label: string
  links: readonly TabLink[]
  renderLink?: RenderLink
}) {
  return (
    <nav aria-label={label}>
      <ul className="flex gap-3.5 overflow-x-auto border-b [scrollbar-width:none] sm:gap-6">
        {links.map(({ href, label: text, current }) => (
          <li key={href} ref={current ? showTab : undefined}>
            {renderLink({
              href,
              children: text,
              className: cx('tab outline-offset-[-2px]', current && 'tab-selected'),
              'aria-current': current ? 'page' : undefined,
            })}
          </li>
        ))}
      </ul>
    </nav>
  )
}
