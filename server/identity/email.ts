import { Email } from '#contract/values.ts'

/** Returns the address as typed, or undefined if no account could have it. */
export function readEmail(text: string): string | undefined {
  const result = Email.safeParse(text)
  return result.success ? result.data : undefined
}

/** Returns the canonical form; addresses with the same one belong to one account. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase()
