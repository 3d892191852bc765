import { isStaff } from '#contract/staff/codes.ts'
import type { PersonToErase } from '#server/accounts/erasure.ts'
import type { Viewer } from '#server/kernel/deps.ts'

const person = (number: number, name: string): Viewer & { name: string; email: string } => ({
  name,
  uid: `uid-${name.toLowerCase()}`,
  email: `${name.toLowerCase()}@example.org`,
  emailVerified: true,
  authTime: 1_780_000_000,
  accountId: `0a000000-0000-7000-8000-00000000000${number}`,
  roles: [],
})

/**
 * Gives staff a fresh sign-in for each call, because most of their actions need one and tests move the clock by
 * days.
 */
export const withFreshSignIn = (viewer: Viewer, at: Date): Viewer =>
  isStaff(viewer.roles) ? { ...viewer, authTime: at.getTime() / 1000 } : viewer

/** All tests use the same people and pets, so that failures are easy to read. */
export const olga = person(1, 'Olga') // owns Rex
export const sam = person(2, 'Sam') // sits
export const eve = person(3, 'Eve') // not involved
export const lisbon = {
  id: 2267057,
  name: 'Lisbon',
  country: 'PT',
  timeZone: 'Europe/Lisbon',
  lat: 38.72263,
  lng: -9.13933,
}
export const dublin = {
  id: 2964574,
  name: 'Dublin',
  country: 'IE',
  timeZone: 'Europe/Dublin',
  lat: 53.33306,
  lng: -6.24889,
}

/** A person of the cast who had no booking, as input of an erasure. */
export const leaving = ({ uid, accountId, name, email }: typeof olga): PersonToErase => ({
  uid,
  accountId,
  sitterId: null,
  names: [name],
  emails: [email],
  phoneNumber: null,
  bookingIds: [],
  conversationIds: [],
})
