import { expect, test, vi } from 'vitest'
import type { Problem } from '#server/kernel/problem.ts'
import { petsOfOwner } from '#server/pets/commands.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { countWaiting } from '#test/db.ts'
import { bookingId, buildBooking, nobodysId, refusal, rex, setupPets } from '#test/pet-calls.ts'

test('Eve cannot tell Olga’s pet from one that does not exist', async () => {
  const { create, show, update, list } = await setupPets()
  const { id } = await create(olga, rex)

  expect(await refusal(show(eve, id))).toBe(await refusal(show(eve, nobodysId)))
  expect(await refusal(update(eve, id, rex))).toBe(await refusal(update(eve, nobodysId, rex)))
  expect(await refusal(update(eve, id, { ...rex, version: 9, archived: true }))).toBe(
    await refusal(update(eve, nobodysId, rex)),
  )
  expect(await refusal(list(eve, olga.accountId))).toBe(await refusal(list(eve, nobodysId)))
  expect(await show(olga, id)).toMatchObject({ version: 1 })
})

test('the sitter of a booking can read the care sheet without the owner’s documents, but not change it', async () => {
  const { deps, create, show, update } = await setupPets()
  const papers = { passportNumber: 'PT-1', insurance: { company: 'Fidelidade', policyNumber: '7' } }
  const { id } = await create(olga, {
    ...rex,
    ...papers,
    vet: { name: 'Clínica' },
    careNotes: 'Likes cheese',
  })
  await buildBooking(deps.db, id, 'confirmed')

  expect(await show(sam, id)).toMatchObject({
    name: 'Rex',
    passportNumber: null,
    insurance: null,
    vet: { name: 'Clínica' },
    careNotes: 'Likes cheese',
  })
  expect(await show(olga, id)).toMatchObject(papers)
  expect(await refusal(update(sam, id, rex))).toBe(await refusal(update(sam, nobodysId, rex)))
  expect(await refusal(show(eve, id))).toBe(await refusal(show(eve, nobodysId)))
})

test.each([
  ['requested', true],
  ['offered', true],
  ['awaiting_payment', true],
  ['confirmed', true],
  ['in_progress', true],
  ['inquiry', false],
  ['completed', false],
  ['closed', false],
  ['declined', false],
  ['withdrawn', false],
  ['expired', false],
  ['cancelled', false],
] as const)('while a booking is %s its sitter may read the pet: %s', async (status, may) => {
  const { deps, create, show } = await setupPets()
  const { id } = await create(olga, rex)
  await buildBooking(deps.db, id, status)

  const answer = show(sam, id).then(
    () => true,
    (error: Problem) => error.code,
  )
  expect(await answer).toBe(may || 'pet-not-found')
})

test.each(['requested', 'confirmed', 'in_progress'] as const)(
  'a pet with a booking that is %s can be changed but not archived',
  async (status) => {
    const { deps, create, update } = await setupPets()
    const { id } = await create(olga, rex)
    await buildBooking(deps.db, id, status)

    await expect(update(olga, id, { ...rex, archived: true })).rejects.toMatchObject({
      code: 'pet-booked',
      extra: { bookingId },
    })
    expect(await update(olga, id, { ...rex, weightKg: 23 })).toMatchObject({ archived: false, weightKg: 23 })
  },
)

test('a pet whose bookings are over can be archived', async () => {
  const { deps, create, update } = await setupPets()
  const { id } = await create(olga, rex)
  await buildBooking(deps.db, id, 'completed')
  expect(await update(olga, id, { ...rex, archived: true })).toMatchObject({ archived: true })
})

test('archiving a pet during an uncommitted booking waits for the booking and is then refused', async () => {
  const { deps, create, update } = await setupPets()
  const { id } = await create(olga, rex)
  let archiving: Promise<unknown> = Promise.resolve()
  let settled = false

  await deps.db.transaction().execute(async (tx) => {
    expect(await petsOfOwner(tx, [id], olga.accountId)).toHaveLength(1)
    archiving = update(olga, id, { ...rex, archived: true })
      .catch((error: Problem) => error.code)
      .finally(() => {
        settled = true
      })
    await vi.waitUntil(async () => settled || (await countWaiting(deps.db)) > 0, { timeout: 10_000 })
    await buildBooking(tx, id, 'requested')
  })

  expect(await archiving).toBe('pet-booked')
})
