export const apiKey = 'bench'
export const password = 'a password of the bench'
/** Enough that nobody waits for a row of somebody else. */
export const people = 64
export const emailOf = (number: number): string => `person-${number}@example.org`

export type Question = {
  work: 'argon2' | 'jose' | 'check' | 'verifier'
  /** `as the service`: as many as it lets hash at once. */
  clients: number | 'as the service'
  seconds: number
  token: string
}
