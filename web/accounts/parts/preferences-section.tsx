import { useState } from 'react'
import { Link } from 'react-router'
import { startAnalytics } from '#web/beside/analytics.ts'
import { ThemeSwitch } from '#web/beside/theme-switch.tsx'
import { useConfig } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { preferences } from '#web/persisted.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'

/** Theme of the site on this device, and consent to analytics. */
export function PreferencesSection() {
  return (
    <Card as="section" aria-labelledby="preferences" className="grid gap-6">
      <h2 id="preferences" className="text-xl">
        Appearance and privacy
      </h2>
      <ThemeSwitch />
      <Analytics />
      <p className="text-sm text-ink-2">
        Both are stored in this browser only.{' '}
        <Link to={paths.legal('privacy-policy')} className="link">
          What is stored about you
        </Link>
      </p>
    </Card>
  )
}

function Analytics() {
  const config = useConfig()
  const [agreed, setAgreed] = useState(() => preferences.getState().analytics === true)
  if (!config?.hotjarEnabled) return <p className="text-[0.9375rem]">This site uses no analytics.</p>
  const choose = (analytics: boolean) => {
    setAgreed(analytics)
    preferences.setState({ analytics })
    if (analytics) void startAnalytics(config)
  }
  return (
    <Switch
      label="Help to improve the pages"
      hint="Clicks and scrolling are recorded by Hotjar, without what you type. If you switch it off, it stops when you next load a page."
      name="analytics"
      checked={agreed}
      onChange={(event) => choose(event.target.checked)}
    />
  )
}
