/** Scopes of API keys, without zod so that the browser may import them. */

/** What a key can be allowed to do, as its person. */
export const keyScopes = [
  'profile:read',
  'profile:write',
  'pets:read',
  'pets:write',
  'bookings:read',
  'bookings:write',
  'calendar:read',
  'calendar:write',
  'care:read',
  'care:write',
  'messages:read',
  'messages:write',
  'favourites:read',
  'favourites:write',
  'notices:read',
  'notices:write',
  'earnings:read',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** What a key of the site can be allowed to read. */
export const siteScopes = [
  'site.bookings:read',
  'site.ledger:read',
  'site.payouts:read',
  'site.figures:read',
] as const
export type SiteScope = (typeof siteScopes)[number]

/** `ended`: all sign-ins of the person were ended after the key was made, which ends keys too. */
export const keyStates = ['active', 'expired', 'ended'] as const
export type KeyState = (typeof keyStates)[number]

/** Every key begins with this. */
export const keyPrefix = 'swk_'
export const maxKeys = 20
/** The usual time until a key expires. */
export const keyDays = 365
export const maxKeyDays = 3650
