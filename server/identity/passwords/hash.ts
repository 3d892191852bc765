import { createHmac, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { IdentityError } from '#server/identity/error.ts'
import type { HashOptions } from '#server/identity/options.ts'
import { limitConcurrency } from '#server/kernel/jobs/limit-concurrency.ts'

export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  /** Takes the same time for an account with or without a password. */
  matches: (password: string, stored: string | null) => Promise<boolean>
  isOutdated: (stored: string) => boolean
}

/** More hashes than cores would only compete for memory. */
export const maxConcurrentHashes = ({ concurrency }: Pick<HashOptions, 'concurrency'>): number =>
  Math.min(concurrency, availableParallelism())

/**
 * Creates an Argon2id hasher. Its memory is bounded: few hashes run at once, and calls are refused if too many wait.
 */
export function createPasswordHasher(options: HashOptions, pepper: string | undefined): PasswordHasher {
  const { memoryCost, timeCost, parallelism } = options
  const parameters = { memoryCost, timeCost, parallelism }
  const runQueued = limitConcurrency(
    maxConcurrentHashes(options),
    options.queue,
    () => new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', 'The service is busy. Try again in a moment.', 2),
  )
  const prepare = (password: string) => {
    const text = password.normalize('NFKC')
    return pepper ? createHmac('sha256', pepper).update(text).digest('base64') : text
  }
  const hashNow = (password: string) => hash(prepare(password), parameters)
  let dummyHash: Promise<string> | undefined

  return {
    hash: (password) => runQueued(() => hashNow(password)),
    matches: (password, stored) =>
      runQueued(async () => {
        dummyHash ??= hashNow(randomBytes(16).toString('base64'))
        const isMatch = await verify(stored ?? (await dummyHash), prepare(password))
        return isMatch && stored !== null
      }),
    isOutdated(stored) {
      const used = parseOptions(stored)
      return used.memoryCost !== memoryCost || used.timeCost !== timeCost || used.parallelism !== parallelism
    },
  }
}
