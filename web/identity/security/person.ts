import type { User } from 'firebase/auth'

/** Immutable view of the signed-in user for React, because the client library mutates its own object. */
export type Person = {
  email: string | null
  emailVerified: boolean
  ways: readonly { id: string; email: string | null }[]
}

/** A password and a mail link count as one method, because access to the mailbox gives both. */
export const passwordWay = 'password'

export const personOf = ({ email, emailVerified, providerData }: User): Person => ({
  email,
  emailVerified,
  ways: providerData.map(({ providerId, email: known }) => ({ id: providerId, email: known })),
})

export const hasWay = ({ ways }: Person, id: string): boolean => ways.some((way) => way.id === id)
/** At least one method must remain, so that users cannot lock themselves out. */
export const mayDisconnect = ({ ways }: Person): boolean => ways.length > 1
