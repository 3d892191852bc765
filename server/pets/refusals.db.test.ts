import { expect, test } from 'vitest'
import { eve, olga } from '#test/cast.ts'
import { nobodysId, rex, setupPets } from '#test/pet-calls.ts'

test.each(['id', 'ownerId', 'owner_id', 'createdAt', 'completeness', 'archivedAt', 'photoUrl'])(
  'setting "%s" is refused as an unknown field',
  async (field) => {
    const { create, update } = await setupPets()
    const foreign = { ...rex, [field]: eve.accountId }
    const { id } = await create(olga, rex)

    for (const answer of [create(olga, foreign), update(olga, id, foreign)])
      await expect(answer).rejects.toMatchObject({
        code: 'request-invalid',
        extra: { errors: [{ path: field, message: 'This is not a known field' }] },
      })
  },
)

test.each([
  [{}],
  [[]],
  [null],
  ['Rex'],
  [{ ...rex, name: '' }],
  [{ ...rex, name: 'R\u0000ex' }],
  [{ ...rex, name: 'R\uDC00ex' }],
  [{ ...rex, species: 'dragon' }],
  [{ ...rex, birthOn: '2026-02-30' }],
  [{ ...rex, birthOn: '10000-01-01' }],
  [{ ...rex, birthOn: '2026-12-03' }],
  [{ ...rex, birthOn: 'infinity' }],
  [{ ...rex, weightKg: 0 }],
  [{ ...rex, weightKg: -1 }],
  [{ ...rex, weightKg: 1.234 }],
  [{ ...rex, weightKg: Number.NaN }],
  [{ ...rex, weightKg: Number.POSITIVE_INFINITY }],
  [{ ...rex, weightKg: '22' }],
  [{ ...rex, weightKg: 1501 }],
  [{ ...rex, medications: [{ name: '' }] }],
  [{ ...rex, medications: Array.from({ length: 21 }, () => ({ name: 'A' })) }],
  [{ ...rex, feeding: [{ food: 'Kibble', times: ['25:00'] }] }],
  [{ ...rex, behaviour: { dogs: 'maybe' } }],
  [{ ...rex, behaviour: { bitten: true } }],
  [{ ...rex, vet: { name: 'Vet', phone: '12' } }],
  [{ ...rex, vet: { name: 'Vet', secret: 1 } }],
  [{ ...rex, emergency: { consent: true, spendLimit: 1.5 } }],
  [{ ...rex, version: 'one' }],
])('the malformed pet %j is refused and not stored', async (body) => {
  const { create, list } = await setupPets()
  await expect(create(olga, body)).rejects.toMatchObject({ code: 'request-invalid' })
  expect(await list(olga, olga.accountId)).toEqual([])
})

test('requests without a token or an account are refused', async () => {
  const { create, show } = await setupPets()
  await expect(create(null, rex)).rejects.toMatchObject({ code: 'token-missing' })
  await expect(show(null, nobodysId)).rejects.toMatchObject({ code: 'token-missing' })
  await expect(create({ ...olga, accountId: null }, rex)).rejects.toMatchObject({ code: 'account-missing' })
})
