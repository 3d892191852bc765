import type { Db } from '#server/kernel/db/db.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { buildPet } from '#test/booking-fixture.ts'
import { buildAccounts } from '#test/build.ts'
import { olga } from '#test/cast.ts'

export const crowd = 64

/** 64 owners, each with a dog. */
export async function buildCrowd(db: Db): Promise<{ viewer: Viewer; pet: string }[]> {
  const people = Array.from({ length: crowd }, (_, index) => ({
    ...olga,
    uid: `uid-${index}`,
    name: `Owner ${index}`,
    email: `owner-${index}@example.org`,
    accountId: `0b000000-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
  }))
  await buildAccounts(db, ...people)
  const owners = []
  for (const viewer of people) owners.push({ viewer, pet: await buildPet(db, viewer, { name: 'Rex' }) })
  return owners
}

/** Returns 200 or the status of the refusal; any other error is a server fault and fails the test. */
export const statusOf = (answer: Promise<unknown>): Promise<number> =>
  answer.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof Problem && error.status < 500) return error.status
      throw error
    },
  )

export const tally = (statuses: readonly number[]) => Object.groupBy(statuses, String)

/** Resolves for all callers once `size` of them have arrived. */
export function barrier(size: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  return () => {
    if (++waiting === size) resolve()
    return promise
  }
}
