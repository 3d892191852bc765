import { Email } from '#contract/values.ts'

/** The address as the person wrote it, or undefined when no account could have it. */
export function readEmail(text: string): string | undefined {
  const result = Email.safeParse(text)
  return result.success ? result.data : undefined
}

/** Two spellings of one canonical form are one account. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase()
