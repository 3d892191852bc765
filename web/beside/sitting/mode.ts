import { type Mode, preferences } from '#web/persisted.ts'

/** Stores on the device which navigation is shown. Only people with a sitter profile have a choice. */
export function setMode(mode: Mode): void {
  if (preferences.getState().mode !== mode) preferences.setState({ mode })
  document.documentElement.dataset['mode'] = mode
}

const obvious: Record<Mode, RegExp> = {
  sitter:
    /^\/account\/((today|requests|calendar|earnings|on-duty|fee-invoices|backups)(\/|$)|bookings\/[^/]+\/care$)/,
  owner: /^(\/sitters$|\/pet-sitters\/|\/account\/(favorites|pets|household|circle)(\/|$))/,
}

/** Returns whose navigation a page shows, the owner's or the sitter's; null for pages that both use. */
export const modeOf = (pathname: string): Mode | null =>
  obvious.sitter.test(pathname) ? 'sitter' : obvious.owner.test(pathname) ? 'owner' : null
