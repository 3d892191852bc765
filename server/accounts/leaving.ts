import type { Tx } from '#server/kernel/db/db.ts'
import type { Deps } from '#server/kernel/deps.ts'

/** Whose traces an erasure looks for. */
export type Leaving = {
  uid: string
  accountId: string
  sitterId: string | null
  /** In full and as others read it. */
  names: string[]
  /** Every address that is known, in small letters. */
  emails: string[]
  phoneNumber: string | null
  /** In which they are one of the two. */
  bookingIds: string[]
  conversationIds: string[]
}

/** Takes the traces of a person out of one slice, in the transaction of the whole erasure. */
export type Erase = (deps: Deps, tx: Tx, person: Leaving) => Promise<void>

/** Shown instead of the name of an erased person. */
export const formerMember = 'Former member'

/** What may stand about the person in the words of others; the longest first, so that nothing of a name is left over. */
export const tracesOf = ({ names, emails, phoneNumber }: Leaving): string[] =>
  [...names, ...emails, ...(phoneNumber ? [phoneNumber] : [])]
    .filter((one) => one !== '')
    .toSorted((one, other) => other.length - one.length)
