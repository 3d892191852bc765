import type { User } from 'firebase/auth'

/** Who is signed in, as the page shows it: the client library changes its own object behind React's back. */
export type Person = {
  email: string | null
  emailVerified: boolean
  ways: readonly { id: string; email: string | null }[]
}

/** A password and a link by e-mail are one way in: who reads the mailbox has both. */
export const passwordWay = 'password'

export const personOf = ({ email, emailVerified, providerData }: User): Person => ({
  email,
  emailVerified,
  ways: providerData.map(({ providerId, email: known }) => ({ id: providerId, email: known })),
})

export const hasWay = ({ ways }: Person, id: string): boolean => ways.some((way) => way.id === id)
/** What is left when one way is taken away; nobody may lock themselves out. */
export const mayDisconnect = ({ ways }: Person): boolean => ways.length > 1
