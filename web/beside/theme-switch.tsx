import { useEffect, useState } from 'react'
import { preferences, type Theme } from '#web/persisted.ts'

const themes: { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const themeOf = (code: string): Theme => themes.find(({ value }) => value === code)?.value ?? 'system'

/** The stored choice is read after hydration, because the rendered page is the same for everybody. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => setTheme(preferences.getState().theme), [])
  const choose = (value: Theme) => {
    setTheme(value)
    preferences.setState({ theme: value })
    if (value === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = value
  }
  return (
    <label className="grid gap-1.5 text-sm">
      <span className="font-semibold">Appearance</span>
      <select
        className="min-h-11 w-fit rounded-control border border-control bg-card px-3 text-sm"
        value={theme}
        onChange={(event) => choose(themeOf(event.target.value))}
      >
        {themes.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
