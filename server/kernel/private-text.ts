/** Mail servers and drivers quote addresses of people in their errors. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…')

/** Libraries quote addresses with the name and the password in them. */
const withoutSignIns = (text: string): string =>
  text.replaceAll(/\b([a-z][a-z\d+.-]*:\/\/)[^\s/]*@/gi, '$1…@')

/** Shorter values cannot be told from ordinary words. */
const leastSecretLength = 4

/** Hides these values wherever they stand, and what other addresses have as names and passwords. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  withoutSignIns(
    secrets
      .filter(({ length }) => length >= leastSecretLength)
      // A secret may be part of a longer one.
      .toSorted((one, other) => other.length - one.length)
      .reduce((rest, secret) => rest.replaceAll(secret, '…'), text),
  )

/** Numbers and quoted values differ between occurrences of one cause, and may be those of a person. */
export const withoutValues = (text: string): string =>
  text.replaceAll(/"[^"]*"|'[^']*'|“[^”]*”/g, '"…"').replaceAll(/\d+/g, '#')
