import { randomUUID } from 'node:crypto'
import type { TxDeps } from '#server/kernel/deps.ts'

/** The person being erased, with everything that identifies them. */
export type PersonToErase = {
  uid: string
  accountId: string
  sitterId: string | null
  /** The full name and the public name. */
  names: string[]
  /** Every known e-mail address, in lower case. */
  emails: string[]
  phoneNumber: string | null
  /** Bookings in which the person is the owner or the sitter. */
  bookingIds: string[]
  conversationIds: string[]
}

/** Erases a person from one slice, inside the transaction of the whole erasure. */
export type Eraser = (deps: TxDeps, person: PersonToErase) => Promise<void>

/** Shown instead of the name of an erased person. */
export const formerMember = 'Former member'

/** The columns of an account that belongs to nobody any more. Its invite code is one that nobody knows. */
export const emptyAccount = (at: Date) => ({
  name: formerMember,
  email: '',
  phone_number: null,
  location: null,
  time_zone: null,
  photo_url: null,
  roles: [],
  locale: 'en-GB',
  invited_by: null,
  invite_code: randomUUID().replaceAll('-', '').slice(0, 12),
  updated_at: at,
  erased_at: at,
})

/**
 * Returns the strings that may identify the person in other people's texts; the longest first, so that no part of a
 * name remains.
 */
export const identifyingStringsOf = ({ names, emails, phoneNumber }: PersonToErase): string[] =>
  [...names, ...emails, ...(phoneNumber ? [phoneNumber] : [])]
    .filter((one) => one !== '')
    .toSorted((one, other) => other.length - one.length)
