import { canonicalEmail } from '#server/identity/email.ts'
import { commonPasswords } from '#server/identity/passwords/common.ts'

export type PasswordPolicy = {
  minLength: number
  maxBytes: number
  /** Refuses common passwords and the user's own name or address. */
  refusesGuessable: boolean
}

export const passwordPolicy: PasswordPolicy = { minLength: 8, maxBytes: 4_096, refusesGuessable: true }

export type PasswordFault = { code: 'WEAK_PASSWORD' | 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'; text: string }
type Person = { email: string | null; name: string | null }

const unmet = (requirement: string): PasswordFault => ({
  code: 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
  text: `Missing password requirements: [${requirement}]`,
})

/** Returns what is wrong with a new password; undefined if it is acceptable. */
export function passwordFault(
  password: string,
  { email, name }: Person,
  policy: PasswordPolicy = passwordPolicy,
): PasswordFault | undefined {
  const text = password.normalize('NFKC')
  if ([...text].length < policy.minLength)
    return {
      code: 'WEAK_PASSWORD',
      text: `Password should be at least ${policy.minLength} characters`,
    }
  if (Buffer.byteLength(text) > policy.maxBytes)
    return unmet(`Password may contain at most ${policy.maxBytes} characters`)
  if (!policy.refusesGuessable) return undefined
  const normalized = normalizedOf(text)
  if (isCommon(text.toLowerCase()) || isCommon(normalized)) return unmet('Password is too common')
  if (personalWords(email, name).some((word) => normalized === word || stemOf(normalized) === word))
    return unmet('Password must not be your e-mail address or name')
  return undefined
}

const isCommon = (text: string) =>
  stemsOf(text).some((stem) => commonPasswords().has(stem)) || isMonotonous(text)

/** Strips a year or an exclamation mark from the end of a word. */
const stemOf = (text: string) => text.replace(/[\d\W_]{1,5}$/, '')

/** Returns every possible stem and the text itself, because some words end in numbers. */
const stemsOf = (text: string) =>
  Array.from({ length: text.length - stemOf(text).length + 1 }, (_, cut) => text.slice(0, text.length - cut))

const lookAlikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** Reads "P4ssw0rd 2024" as "password 2024": look-alikes at the end stay, because they are a number there. */
function normalizedOf(text: string): string {
  const small = text.toLowerCase().replace(/[\s._-]/g, '')
  const stem = stemOf(small)
  return [...stem].map((letter) => lookAlikes[letter] ?? letter).join('') + small.slice(stem.length)
}

/** True for one or two different characters, or a short piece repeated. */
const isMonotonous = (text: string) => new Set(text).size <= 2 || /^(.{1,4})\1+$/.test(text)

function personalWords(email: string | null, name: string | null): string[] {
  const address = email ? canonicalEmail(email) : ''
  const words = [address, address.split('@')[0] ?? '', name ?? '', ...(name ?? '').split(/\s+/)]
  return words.flatMap((word) => [normalizedOf(word), word.toLowerCase()]).filter((word) => word.length >= 4)
}
