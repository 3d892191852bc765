/** Names of settings whose values may be secrets or contain some, such as addresses with a password. */
const hidden = /SECRET|KEY|TOKEN|PASS|PEPPER|HEADERS|_URL$|_ENDPOINT$|^ERRORS_TO$/
/** Addresses of services that are asked without a password in them. */
const shownAddresses = new Set([
  'SITE_URL',
  'MAP_ATTRIBUTION_URL',
  'STRIPE_API_URL',
  'STRIPE_SCRIPT_URL',
  'S3_ENDPOINT',
  'BACKUP_S3_ENDPOINT',
])

const maxShownLength = 60

/** Returns the value as it may be printed; undefined if it may be a secret. */
function shownValue(name: string, value: string): string | undefined {
  const isShown = shownAddresses.has(name) ? !/[@?]/.test(value) : !hidden.test(name)
  if (!isShown) return undefined
  return value.length > maxShownLength ? `${value.slice(0, maxShownLength)}…` : value
}

/** Says what a setting accepts, and what was found unless that may be a secret. */
export function mistakeSentence(name: string, accepted: string, value: string | undefined): string {
  const shown = value === undefined ? undefined : shownValue(name, value)
  return `${name}: ${accepted}${shown === undefined ? '' : `, not “${shown}”`}.`
}
