import { ContentSections } from '#web/dev/ui-content.tsx'
import { ControlSections } from '#web/dev/ui-controls.tsx'
import { DateSections } from '#web/dev/ui-dates.tsx'
import { MapSection } from '#web/dev/ui-map.tsx'
import { OverlaySections } from '#web/dev/ui-overlays.tsx'
import { PortraitSection } from '#web/dev/ui-portraits.tsx'
import { StateSections } from '#web/dev/ui-states.tsx'
import { Button } from '#web/ui/button.tsx'

const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  [null, 'As the system'],
] as const

const setTheme = (theme: string | null) =>
  theme
    ? document.documentElement.setAttribute('data-theme', theme)
    : document.documentElement.removeAttribute('data-theme')

const all = {
  portraits: PortraitSection,
  controls: ControlSections,
  dates: DateSections,
  content: ContentSections,
  states: StateSections,
  map: MapSection,
  overlays: OverlaySections,
}

/**
 * Every component in each of its states, for developers and for the visual regression tests. `only` shows a single
 * group.
 */
export default function UiPage({ only = null }: { only?: string | null }) {
  const shown = Object.entries(all).filter(([name]) => only === null || name === only)
  return (
    <main className="page py-10">
      <header className="flex flex-wrap items-end justify-between gap-6 pb-10">
        <h1 className="text-hero">Parts</h1>
        <div className="flex flex-wrap gap-2">
          {themes.map(([theme, label]) => (
            <Button key={label} size="small" onClick={() => setTheme(theme)}>
              {label}
            </Button>
          ))}
        </div>
      </header>
      {shown.map(([name, Sections]) => (
        <Sections key={name} />
      ))}
    </main>
  )
}
