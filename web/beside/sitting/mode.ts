import { pathsOf } from '#web/beside/sitting/mode-paths.ts'
import { paths } from '#web/paths.ts'
import { type Mode, preferences } from '#web/persisted.ts'

/** Stores on the device which navigation is shown. Only people with a sitter profile have a choice. */
export function setMode(mode: Mode): void {
  if (preferences.getState().mode !== mode) preferences.setState({ mode })
  document.documentElement.dataset['mode'] = mode
}

/** Shows the navigation of a page's side; on pages of both sides, the one shown last. */
export const showModeOf = (address: string): void =>
  setMode(modeOf(new URL(address, location.href).pathname) ?? preferences.getState().mode ?? 'owner')

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
