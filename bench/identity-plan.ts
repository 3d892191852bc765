export const apiKey = 'bench'
export const password = 'a password of the bench'
/** Enough users that clients do not wait for each other's row locks. */
export const people = 64
export const emailOf = (number: number): string => `person-${number}@example.org`

export type WorkRequest = {
  work: 'argon2' | 'jose' | 'check' | 'verifier'
  /** `as the service`: as many as the service hashes concurrently. */
  clients: number | 'as the service'
  seconds: number
  token: string
}
