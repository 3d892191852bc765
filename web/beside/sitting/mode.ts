import { type Mode, preferences } from '#web/persisted.ts'

/** Stores for which side of the product the navigation is on this device. Only people with a sitter profile have one. */
export function setMode(mode: Mode): void {
  if (preferences.getState().mode !== mode) preferences.setState({ mode })
  document.documentElement.dataset['mode'] = mode
}

const obvious: Record<Mode, RegExp> = {
  sitter:
    /^\/account\/((today|requests|calendar|earnings|on-duty|fee-invoices|backups)(\/|$)|bookings\/[^/]+\/care$)/,
  owner: /^(\/sitters$|\/pet-sitters\/|\/account\/(favorites|pets|household|circle)(\/|$))/,
}

/** Returns the side to which a page obviously belongs; null for pages that both sides use. */
export const modeOf = (pathname: string): Mode | null =>
  obvious.sitter.test(pathname) ? 'sitter' : obvious.owner.test(pathname) ? 'owner' : null
