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

/** Returns false if the value may be a secret. */
function isShown(name: string, value: string): boolean {
  if (shownAddresses.has(name) || name.endsWith('_ISSUER')) return !/[@?]/.test(value)
  return !hidden.test(name)
}

/** Says what is accepted, and what was found if there is something. */
export function acceptedNot(accepted: string, found: string | number | boolean | undefined): string {
  if (found === undefined) return accepted
  if (found === '') return `${accepted}; it is empty`
  const text = String(found)
  return `${accepted}, not “${text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text}”`
}

/** Says what a setting accepts, and what was found unless that may be a secret. */
export const mistakeSentence = (name: string, accepted: string, value: string | undefined): string =>
  `${name}: ${acceptedNot(accepted, value !== undefined && isShown(name, value) ? value : undefined)}.`

/** For an address with a user name or a password: `fetch` refuses it. */
export const withoutUser = 'Leave the user name and the password out of the address'

/** Text that is not an address passes, because its form is checked separately. */
export function namesNoUser(text: string): boolean {
  const url = URL.parse(text)
  return !url?.username && !url?.password
}
