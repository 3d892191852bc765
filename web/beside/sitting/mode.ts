import { pathsOf } from '#web/beside/sitting/mode-paths.ts'
import { paths } from '#web/paths.ts'
import { type Mode, preferences } from '#web/persisted.ts'

/** Stores on the device which navigation is shown. Only people with a sitter profile have a choice. */
export function setMode(mode: Mode): void {
  if (preferences.getState().mode !== mode) preferences.setState({ mode })
  document.documentElement.dataset['mode'] = mode
}

/**
 * Returns the page that a sitter goes on to after signing in: `next`, or Today if no page was asked for and this device
 * does not show the owner's side. Shows the navigation of its side before the page, which it would move otherwise.
 */
export function startMode(next: string): string {
  const { mode } = preferences.getState()
  const isAskedFor = next !== paths.account() || new URLSearchParams(location.search).has('next')
  const page = isAskedFor || mode === 'owner' ? next : paths.today()
  setMode(modeOf(new URL(page, location.href).pathname) ?? mode ?? 'owner')
  return page
}

/** Shows the navigation of the other side, and the first page of that side. */
export function switchMode(navigate: (to: string) => unknown): void {
  const isSitting = preferences.getState().mode === 'sitter'
  void navigate(isSitting ? paths.account() : paths.today())
  // After the next paint, which shows that the page loads: another navigation lays out the whole page anew.
  requestAnimationFrame(() => setTimeout(setMode, 0, isSitting ? 'owner' : 'sitter'))
}

/** Returns whose navigation a page shows, the owner's or the sitter's; null for pages that both use. */
export const modeOf = (pathname: string): Mode | null =>
  pathsOf.sitter.test(pathname) ? 'sitter' : pathsOf.owner.test(pathname) ? 'owner' : null
