import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as contract from '#contract/lost.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { endOldPages, erasePagesOf } from '#server/lost/commands.ts'
import { signUp, testApp } from '#test/app.ts'
import { newKey, bookingFixture, refusalOf, send } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'

const walkAt = '2026-12-15T09:00:00Z'

/** Sam walks Rex on the 15th at nine. */
async function openPark() {
  const fixture = await bookingFixture()
  const { deps, act, request, sitterId, rex, db } = fixture
  const visits = [{ on: '2026-12-15', time: '09:00', minutes: 60 }]
  const walk = await act(
    sam,
    await request(olga, { sitterId, service: 'dog_walking', visits, petIds: [rex] }),
    'accept',
  )
  await db
    .updateTable('account')
    .set({ phone_number: '+353861234567' })
    .where('id', '=', olga.accountId)
    .execute()
  const params = { petId: rex }
  const show = (viewer: Viewer, query: object = {}) =>
    send(deps, contract.showLostPet, viewer, { params, query })
  const report = (viewer: Viewer, body: object = {}) =>
    send(deps, contract.reportLostPet, viewer, { params, body, idempotencyKey: newKey() })
  const change = (viewer: Viewer, body: object) =>
    send(deps, contract.changeLostPage, viewer, { params, body })
  const found = (viewer: Viewer, isFound = true) =>
    send(deps, contract.endLostPage, viewer, { params, body: { found: isFound }, idempotencyKey: newKey() })
  const read = (code: string) => send(deps, contract.showLostPage, null, { params: { code } })
  const tell = (code: string, more: object = {}) =>
    send(deps, contract.tellSighting, null, {
      params: { code },
      body: { id: randomUUID(), words: 'A small dog by the bridge.', contact: '', ...more },
    })
  const told = (kind: 'pet-lost' | 'pet-seen' | 'pet-found') =>
    db
      .selectFrom('notice')
      .select(['account_id', 'title', 'read_at'])
      .where('kind', '=', kind)
      .orderBy('title')
      .execute()
  const goTo = (at: string) => deps.clock.set(new Date(at))
  return { ...fixture, walk, show, report, change, found, read, tell, told, goTo }
}

test('an owner reports a lost pet in one call, and the public page shows only the chosen details', async () => {
  const { db, rex, report, change, read, told, show } = await openPark()
  // Without a chosen time zone, the device's time zone is used.
  expect(await show(olga, { timeZone: 'Asia/Tokyo' })).toMatchObject({ clock: '18:00', page: null })
  await db
    .updateTable('pet')
    .set((eb) => ({
      details: eb.fn<string>('jsonb_set', [
        'details',
        eb.val('{chip}'),
        eb.cast<string>(eb.val('{"number":"985112003456789","registry":"Fido"}'), 'jsonb'),
      ]),
    }))
    .where('id', '=', rex)
    .execute()
  const { page } = await report(olga)
  expect(page).toMatchObject({ lostOn: '2026-12-01', lostTime: '09:00', reportedBy: 'owner', version: 1 })
  expect(page!.code).toMatch(/^[\w-]{22}$/)
  expect(page!.url).toBe(`http://localhost:3000/lost/${page!.code}`)
  const body = {
    lostOn: '2026-11-30',
    lostTime: '18:40',
    place: 'By the pond of the park',
    marks: 'One white paw',
    behaviour: 'Shy of men with hats',
    doNotChase: true,
    reward: '€100',
    showsPhone: false,
    version: 1,
  }
  await change(olga, body)
  const shown = await read(page!.code)
  expect(shown).toMatchObject({
    name: 'Rex',
    species: 'dog',
    poster: {
      chipped: true,
      place: 'By the pond of the park',
      lostOn: '2026-11-30',
      phoneNumbers: [],
    },
  })
  expect(JSON.stringify(shown)).not.toMatch(/9851|Fido|Olga|353|owner/i)
  await change(olga, { ...body, showsPhone: true, version: 2 })
  expect(await read(page!.code)).toMatchObject({ poster: { phoneNumbers: ['+353861234567'] } })
  expect((await refusalOf(change(olga, body))).code).toBe('version-stale')
  expect((await refusalOf(change(olga, { ...body, lostOn: '2026-12-02', version: 3 }))).errors).toMatchObject(
    [{ path: 'lostOn' }],
  )
  // Nobody had him in care: only a receipt, which is already marked as read.
  expect(await told('pet-lost')).toEqual([
    { account_id: olga.accountId, title: 'The page about Rex is ready', read_at: now },
  ])
})

test('a sitter can report the pet only around the booking, and the owner is notified at once', async () => {
  const { report, show, change, told, goTo, found } = await openPark()
  expect((await refusalOf(report(sam))).code).toBe('pet-not-found')
  expect(JSON.stringify(await refusalOf(report(eve)))).toBe(JSON.stringify(await refusalOf(show(sam))))
  goTo('2026-12-15T07:00:00Z')
  const { page } = await report(sam, { place: 'Corner of the market' })
  expect(page).toMatchObject({ reportedBy: 'sitter', showsPhone: false, timeZone: 'Europe/Dublin' })
  expect(await told('pet-lost')).toMatchObject([
    { account_id: olga.accountId, title: 'Sam has reported Rex as lost', read_at: null },
    { account_id: sam.accountId, title: 'The page about Rex is ready' },
  ])
  // From now on both edit the same page, each with only their own phone number.
  expect((await report(olga)).page!.code).toBe(page!.code)
  const { lostOn, lostTime, place, version } = page!
  await change(sam, { lostOn, lostTime, place, showsPhone: true, version })
  expect((await show(olga)).page).toMatchObject({ showsPhone: false, showsOthersPhone: true })
  goTo('2026-12-20T09:00:00Z')
  expect((await found(sam)).page!.endedAt).toBe('2026-12-20T09:00:00.000Z')
  expect(await told('pet-found')).toMatchObject([{ account_id: olga.accountId, title: 'Rex has been found' }])
  for (const viewer of [eve])
    for (const act of [() => show(viewer), () => found(viewer), () => report(viewer)])
      expect((await refusalOf(act())).code).toBe('pet-not-found')
})

test('concurrent reports of the same pet create one page', async () => {
  const { db, report, goTo } = await openPark()
  goTo(walkAt)
  const pages = await Promise.all([report(olga), report(sam), report(olga)])
  expect(new Set(pages.map(({ page }) => page!.code)).size).toBe(1)
  expect(await db.selectFrom('lost_pet').select('id').execute()).toHaveLength(1)
  // Control: the unique index keeps a second page out.
  const row = await db.selectFrom('lost_pet').selectAll().executeTakeFirstOrThrow()
  const second = { ...row, id: randomUUID(), code: 'another' }
  await expect(db.insertInto('lost_pet').values(second).execute()).rejects.toThrow('lost_pet_current')
})

test('a sighting notifies owner and sitter once, and further sightings are rate-limited', async () => {
  const { db, report, tell, told, show, goTo, found } = await openPark()
  goTo(walkAt)
  const { page } = await report(olga)
  const id = randomUUID()
  await tell(page!.code, { id, contact: '+353 86 765 4321' })
  await tell(page!.code, { id })
  expect((await told('pet-seen')).map(({ account_id }) => account_id).sort()).toEqual([
    olga.accountId,
    sam.accountId,
  ])
  expect((await show(sam)).page!.sightings).toMatchObject([
    { id, words: 'A small dog by the bridge.', contact: '+353 86 765 4321' },
  ])
  const mails = await db
    .selectFrom('mail')
    .select(['subject', 'text_body'])
    .where('kind', '=', 'pet-seen')
    .execute()
  expect(mails).toHaveLength(2)
  expect(mails[0]!.text_body).toContain('by the bridge')
  expect(mails[0]!.text_body).toContain('+353 86 765 4321')
  const crowd = await Promise.allSettled(Array.from({ length: 9 }, () => tell(page!.code)))
  expect(crowd.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(await refusalOf(tell(page!.code))).toMatchObject({ code: 'rate-limited' })
  goTo('2026-12-15T10:00:01Z')
  await tell(page!.code)
  // A sitter who helped cannot read the finders' phone numbers once it is over.
  await found(olga)
  expect((await show(sam)).page!.sightings).toEqual([])
  expect((await show(olga)).page!.sightings).toHaveLength(6)
  expect((await refusalOf(tell(page!.code))).code).toBe('lost-page-ended')
})

test('the page of a found pet shows no details, can be reopened, and ends after 30 days', async () => {
  const { db, deps, report, found, read, tell, goTo, change, show } = await openPark()
  const { page } = await report(olga, { place: 'By the pond' })
  await tell(page!.code)
  await found(olga)
  await found(olga)
  expect(await read(page!.code)).toEqual({ name: 'Rex', species: 'dog', poster: null })
  const { lostOn, lostTime, version } = (await show(olga)).page!
  expect((await refusalOf(change(olga, { lostOn, lostTime, version }))).code).toBe('pet-not-lost')
  await found(olga, false)
  expect(await read(page!.code)).toMatchObject({ poster: { place: 'By the pond' } })
  await found(olga)
  goTo('2026-12-31T08:59:00Z')
  await endOldPages(deps)
  expect((await read(page!.code)).poster).toBeNull()
  goTo('2026-12-31T09:00:01Z')
  expect(await refusalOf(read(page!.code))).toMatchObject({ code: 'lost-page-ended', status: 410 })
  await endOldPages(deps)
  expect(await db.selectFrom('lost_pet').select(['place', 'forgotten_at']).execute()).toMatchObject([
    { place: '', forgotten_at: new Date('2026-12-31T09:00:01Z') },
  ])
  expect(await db.selectFrom('lost_sighting').selectAll().execute()).toEqual([])
  // He can get lost again, with a page at another URL.
  const again = (await report(olga)).page!
  expect(again.code).not.toBe(page!.code)
  expect((await refusalOf(read('nobody-knows-this-one'))).code).toBe('lost-page-not-found')
})

test('erasing the owner blanks the page, and an erased sitter gets no more notices', async () => {
  const { db, deps, report, read, tell, goTo, told } = await openPark()
  goTo(walkAt)
  const { page } = await report(olga, { place: 'By the pond', showsPhone: true })
  await erasePagesOf(deps, sam.accountId)
  await tell(page!.code)
  expect(await told('pet-seen')).toMatchObject([{ account_id: olga.accountId }])
  await erasePagesOf(deps, olga.accountId)
  expect((await refusalOf(read(page!.code))).status).toBe(410)
  expect(await db.selectFrom('lost_pet').select(['place', 'shows_owner_phone']).execute()).toEqual([
    { place: '', shows_owner_phone: false },
  ])
})

test('the page is served with no-store, and malformed codes cause no server error', async () => {
  const { app } = await testApp()
  const answer = await app.inject({ url: `/v1/lost/${'x'.repeat(22)}` })
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'lost-page-not-found' }])
  const olga = await signUp(app, 'Olga')
  const pet = await app.inject({
    method: 'POST',
    url: '/v1/pets',
    headers: olga.headers,
    payload: { name: 'Rex', species: 'rabbit' },
  })
  const url = `/v1/pets/${pet.json<{ id: string }>().id}/lost`
  const made = await app.inject({ method: 'POST', url, headers: olga.headers, payload: {} })
  expect(made.statusCode).toBe(201)
  const { code } = made.json<contract.LostState>().page!
  const page = await app.inject({ url: `/v1/lost/${code}` })
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
  for (const strange of ['%00', '..%2F..%2Fetc', 'x'.repeat(101), '%F0%9F%90%95'])
    expect((await app.inject({ url: `/v1/lost/${strange}` })).statusCode).toBeLessThan(500)
})
