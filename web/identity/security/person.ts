import type { User } from 'firebase/auth'

/** Immutable view of the signed-in user for React, because the client library mutates its own object. */
export type Person = {
  email: string | null
  emailVerified: boolean
  methods: readonly { id: string; email: string | null }[]
}

/** A password and a mail link count as one method, because access to the mailbox gives both. */
export const passwordMethod = 'password'

export const personOf = ({ email, emailVerified, providerData }: User): Person => ({
  email,
  emailVerified,
  methods: providerData.map(({ providerId, email: known }) => ({ id: providerId, email: known })),
})

export const hasMethod = ({ methods }: Person, id: string): boolean =>
  methods.some((method) => method.id === id)
/** At least one method must remain, so that users cannot lock themselves out. */
export const mayDisconnect = ({ methods }: Person): boolean => methods.length > 1
