// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { parsePets } from '#web/search/search-state.ts'
import { forgetWish, isWholePet, wishedKey, wishToKeep } from '#web/sitters/public/keep-pets.ts'
import { saveDescribedPets } from '#web/sitters/public/save-described-pets.ts'

afterEach(() => {
  forgetWish()
  vi.unstubAllGlobals()
})

/** A fake server that gives each saved pet the key as its id, and records the names. */
function fakeServer(status = 201) {
  const names: string[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const pet: { name: string } = await request.json()
    names.push(pet.name)
    const body =
      status === 201
        ? { ...pet, id: request.headers.get('idempotency-key') }
        : { type: '', code: 'request-invalid', title: 'Not saved', status }
    return Response.json(body, { status })
  })
  return names
}

test.each([
  ['cat:4:2020-05', 'Miso', true],
  ['rabbit', 'Hop', true],
  ['cat:4:2020-05', '', false],
  ['dog:22', 'Rex', false],
  ['dog::2020-05', 'Rex', false],
  ['cat:4:2020-05:medication', 'Miso', false],
])('%s called “%s” can be saved without a form: %s', (text, names, isWhole) => {
  expect(parsePets(text, names).map(isWholePet)).toEqual([isWhole])
})

test('only what is described well enough is saved, each with its own key', async () => {
  const names = fakeServer()
  const described = parsePets('dog:22,cat:4:2020-05,rabbit', 'Rex,Miso,Hop')
  const saved = await saveDescribedPets(described, [], 'wish')
  expect(names).toEqual(['Miso', 'Hop'])
  expect(saved?.map(({ id }) => id)).toEqual(['wish-1', 'wish-2'])
})

test('a refusal saves nothing, so that the form can be shown', async () => {
  fakeServer(422)
  expect(await saveDescribedPets(parsePets('rabbit', 'Hop'), [], 'wish')).toBeNull()
})

test('pets of a link are not saved unless somebody asked for a booking for exactly these', () => {
  const [described, others] = [parsePets('rabbit', 'Hop'), parsePets('rabbit', 'Lop')]
  expect(wishedKey(described)).toBeNull()
  wishToKeep(described)
  expect(wishedKey(described)).not.toBeNull()
  expect(wishedKey(others)).toBeNull()
  forgetWish()
  expect(wishedKey(described)).toBeNull()
})
