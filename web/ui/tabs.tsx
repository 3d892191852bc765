import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { menuIndex } from '#web/ui/menu-index.ts'
import { plainLink, type RenderLink } from '#web/ui/render-link.tsx'

const tabStyle = (selected: boolean) => cx('tab', selected && 'tab-selected')
const rowStyle = 'flex gap-3.5 overflow-x-auto border-b sm:gap-6 [scrollbar-width:none]'

export type Tab = { id: string; label: ReactNode; panel: ReactNode }

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  defaultTab?: string | undefined
  onChange?: (id: string) => void
  className?: string | undefined
}

/** Tab panels within one page. If each tab has its own address, use `TabLinks`. */
export function Tabs({ label, tabs, defaultTab, onChange, className }: TabsProps) {
  const base = useId()
  const [selected, setSelected] = useState(defaultTab ?? tabs[0]?.id)
  const select = (id: string) => {
    setSelected(id)
    onChange?.(id)
  }
  const keys: Record<string, string> = {
    ArrowRight: 'ArrowDown',
    ArrowLeft: 'ArrowUp',
    Home: 'Home',
    End: 'End',
  }
  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const next = menuIndex(keys[event.key] ?? '', index, tabs.length)
    const tab = next === null ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    select(tab.id)
    document.getElementById(`${base}-${tab.id}`)?.focus()
  }
  return (
    <div className={className}>
      <div role="tablist" aria-label={label} className={rowStyle}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${base}-${tab.id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => select(tab.id)}
            onKeyDown={(event) => move(event, index)}
            className={cx(tabStyle(tab.id === selected), 'outline-offset-[-2px]')}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}-${tab.id}-panel`}
          aria-labelledby={`${base}-${tab.id}`}
          hidden={tab.id !== selected}
          tabIndex={0}
          className="pt-6"
        >
          {tab.panel}
        </div>
      ))}
    </div>
  )
}

export type TabLink = { href: string; label: ReactNode; current: boolean }

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
      <ul className={rowStyle}>
        {links.map(({ href, label: text, current }) => (
          <li key={href}>
            {renderLink({
              href,
              children: text,
              className: cx(tabStyle(current), 'outline-offset-[-2px]'),
              'aria-current': current ? 'page' : undefined,
            })}
          </li>
        ))}
      </ul>
    </nav>
  )
}
