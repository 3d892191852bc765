import { expect, test } from 'vitest'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Problem } from '#server/kernel/problem.ts'
import { eraseFromPets, petsOfOwner, publicPets } from '#server/pets/commands.ts'
import { now } from '#test/build.ts'
import { eve, leaving, olga, sam } from '#test/cast.ts'
import { collide } from '#test/db.ts'
import { nobodysId, rex, setupPets } from '#test/pet-calls.ts'

test('a pet needs only name, species, age and weight, and its completeness lists what is missing', async () => {
  const { create, show } = await setupPets()

  const pet = await create(olga, rex)

  expect(pet).toMatchObject({ ...rex, ownerId: olga.accountId, archived: false, version: 1, medications: [] })
  expect(pet.completeness.percent).toBeGreaterThan(0)
  expect(pet.completeness.missing).toContain('vet')
  expect(await show(olga, pet.id)).toEqual(pet)
})

test('dogs and cats require a birthday and a weight, and fish neither', async () => {
  const { create } = await setupPets()

  for (const species of ['dog', 'cat'])
    await expect(create(olga, { name: 'Rex', species })).rejects.toMatchObject({
      code: 'request-invalid',
      extra: { errors: [{ path: 'birthOn' }, { path: 'weightKg' }] },
    })
  expect(await create(olga, { name: 'Bubbles', species: 'fish' })).toMatchObject({
    weightKg: null,
    birthOn: null,
  })
})

test('details irrelevant to the species are cleared on creation and when the species changes', async () => {
  const { create, update } = await setupPets()
  const details = { leash: 'always', recall: 'good', crate: true, coat: 'ginger' }

  const cat = await create(olga, { ...rex, species: 'cat', ...details })
  expect(cat).toMatchObject({ leash: null, recall: null, crate: true, coat: 'ginger' })

  const dog = await create(olga, { ...rex, ...details })
  expect(dog).toMatchObject(details)
  expect(await update(olga, dog.id, { ...rex, ...details, species: 'rabbit' })).toMatchObject({
    leash: null,
    crate: null,
    coat: 'ginger',
  })
})

test('a weight is returned exactly as it was sent', async () => {
  const { create } = await setupPets()
  for (const weightKg of [0.03, 4.1, 4.35, 22.35, 1499.99])
    expect(await create(olga, { ...rex, weightKg })).toMatchObject({ weightKg })
})

test('repeating a request with the same idempotency key creates one pet', async () => {
  const { create, list } = await setupPets()

  const [first, second] = [await create(olga, rex, 'key'), await create(olga, rex, 'key')]

  expect(second).toEqual(first)
  expect(await list(olga, olga.accountId)).toHaveLength(1)
})

test('of four concurrent changes of the same version, one succeeds and three are refused as stale', async () => {
  const { deps, create, update } = await setupPets()
  const { id } = await create(olga, rex)
  const change = () =>
    update(olga, id, { ...rex, version: 1 }).then(
      () => 'made',
      (error: Problem) => error.code,
    )
  const results = await collide(deps.db, 'pet', id, [change, change, change, change])
  expect(results.sort()).toEqual(['made', 'version-stale', 'version-stale', 'version-stale'])
})

test('petsOfOwner returns only the pets of the given owner', async () => {
  const { deps, create } = await setupPets()
  const { id: mine } = await create(olga, rex)
  const { id: theirs } = await create(eve, rex)

  const pets = await petsOfOwner(deps.db, [mine, theirs, nobodysId], olga.accountId)

  expect(pets.map(({ id }) => id)).toEqual([mine])
  expect(await petsOfOwner(deps.db, [], olga.accountId)).toEqual([])
})

test('the public view of a sitter’s pets has appearance, age and weight only, and no archived pets', async () => {
  const { deps, create } = await setupPets()
  const pet = await create(sam, { ...rex, breed: 'Beagle', coat: 'tricolour', vet: { name: 'Clínica' } })
  await create(sam, { name: 'Bubbles', species: 'fish', archived: true })

  expect(await publicPets(deps, sam.accountId)).toEqual([
    {
      id: pet.id,
      name: 'Rex',
      species: 'dog',
      breed: 'Beagle',
      coat: 'tricolour',
      ageYears: 5,
      weightKg: 22.35,
      photo: null,
    },
  ])
  const eveOfBirthday = new Date('2026-11-30T23:59:59Z')
  deps.clock.set(eveOfBirthday)
  expect(await publicPets(deps, sam.accountId)).toMatchObject([{ ageYears: 4 }])
})

test('an archived pet is listed separately and can be restored', async () => {
  const { create, update, list } = await setupPets()
  const { id } = await create(olga, rex)
  await create(olga, { ...rex, name: 'Pip' })

  await update(olga, id, { ...rex, archived: true })
  expect((await list(olga, olga.accountId)).map(({ name }) => name)).toEqual(['Pip'])
  expect((await list(olga, olga.accountId, 'true')).map(({ name }) => name)).toEqual(['Rex'])

  expect(await update(olga, id, rex)).toMatchObject({ id, archived: false })
})

test('erasing an owner blanks everything about their pets except the species', async () => {
  const { deps, create } = await setupPets()
  const { id } = await create(olga, { ...rex, careNotes: 'Likes cheese' })
  const { id: other } = await create(eve, rex)

  await ensureTransaction(deps, (deps) => eraseFromPets(deps, leaving(olga)))

  const rows = await deps.db.selectFrom('pet').selectAll().where('id', '=', id).execute()
  expect(rows).toMatchObject([
    { name: 'Pet', species: 'dog', birth_on: null, weight_grams: null, archived_at: now },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Rex|cheese/)
  expect(await petsOfOwner(deps.db, [other], eve.accountId)).toMatchObject([{ name: 'Rex' }])
})
