import { expect, test } from 'vitest'
import * as contract from '#contract/staff/imports.ts'
import type { ImportKind } from '#contract/staff/codes.ts'
import { listStaffActs } from '#contract/staff/acts.ts'
import * as waiting from '#contract/waiting-profile.ts'
import { readCalendar } from '#server/calendar/days-commands.ts'
import { deleteOldImports, eraseFromImports, inviteBatch, runBatch } from '#server/imports/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { buildSitter, refusalOf } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces, testDeps } from '#test/build.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

const reason = 'They move over from the site of the club.'
const sitterHead = 'external_id,name,email,headline,town,country,boarding,dog_walking'
const olgaRow = `club-1,Olga Owens,${olga.email},A house with a garden,Dublin,IE,24.50,`

async function setup() {
  const deps = testDeps(await testDb())
  await buildPlaces(deps.db)
  await buildAccounts(deps.db, olga, sam, eve)
  const desk = (roles = ['operator']): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  // Acts of the same moment have no order.
  const tick = () => deps.clock.set(new Date(deps.now().getTime() + 1_000))
  const check = (kind: ImportKind, lines: string[], viewer = desk()) => {
    tick()
    const query = { kind, fileName: 'club.csv' }
    const body = Buffer.from(lines.join('\n'))
    return answerOf(routes, contract.checkImport, deps, { viewer, query, body })
  }
  const call =
    (endpoint: typeof contract.runImport | typeof contract.undoImport | typeof contract.inviteImported) =>
    (importId: string) => {
      tick()
      return answerOf(routes, endpoint, deps, { viewer: desk(), params: { importId }, body: { reason } })
    }
  const rowsOf = async (importId: string) =>
    (
      await answerOf(routes, contract.listImportRows, deps, {
        viewer: desk(),
        params: { importId },
        query: {},
      })
    ).items
  const carryOut = async (kind: ImportKind, lines: string[]) => {
    const { id } = await check(kind, lines)
    await call(contract.runImport)(id)
    while (await runBatch(deps, id));
    return answerOf(routes, contract.showImport, deps, { viewer: desk(), params: { importId: id } })
  }
  const own = { params: { accountId: olga.accountId } }
  const proven: Viewer = { ...olga, emailVerified: true }
  const waitingOf = async (viewer: Viewer = proven) =>
    (await answerOf(routes, waiting.showWaitingProfile, deps, { viewer, ...own })).profile
  const accept = () =>
    answerOf(routes, waiting.acceptWaitingProfile, deps, { viewer: proven, ...own, body: {} })
  return { deps, desk, check, call, rowsOf, carryOut, own, proven, waitingOf, accept }
}

test('a check says of each row what would happen, and changes nothing', async () => {
  const { deps, check, rowsOf, waitingOf } = await setup()
  await buildSitter(deps.db, sam)
  const { id, counts, state } = await check('sitters', [
    sitterHead,
    olgaRow,
    `club-2,Sam Sitter,${sam.email},,,,,`,
    'club-3,,not an address,,Atlantis,IE,dear,',
    `club-1,Somebody else,else@example.org,,,,,`,
    `club-4,Olga again,${olga.email.toUpperCase()},,,,,`,
    'club-5,Ann,ann@example.org,,Atlantis,IE,,',
  ])

  expect({ counts, state }).toEqual({
    state: 'checked',
    counts: { create: 1, change: 0, same: 0, refused: 5 },
  })
  const faults = (await rowsOf(id)).map(({ line, faults }) => [line, ...faults.map(({ column }) => column)])
  expect(faults).toEqual([
    [2],
    [3, 'email'],
    [4, 'name', 'email', 'boarding'],
    [5, 'external_id'],
    [6, 'email'],
    [7, 'town'],
  ])
  expect(await waitingOf()).toBeNull()
  expect(deps.jobs).toEqual([])
})

test('an imported profile waits for its person alone, who makes it an unpublished draft', async () => {
  const { deps, carryOut, waitingOf, accept, own } = await setup()
  expect(await carryOut('sitters', [sitterHead, olgaRow])).toMatchObject({ state: 'done', done: 1 })
  expect(await deps.db.selectFrom('sitter').select('id').execute()).toEqual([])

  expect(await waitingOf({ ...olga, emailVerified: false })).toBeNull()
  expect(await waitingOf()).toEqual({
    name: 'Olga Owens',
    headline: 'A house with a garden',
    bio: '',
    stays: 0,
  })
  expect(
    await refusalOf(answerOf(routes, waiting.showWaitingProfile, deps, { viewer: eve, ...own })),
  ).toMatchObject({ code: 'account-not-found' })

  const sitter = await accept()
  expect(sitter).toMatchObject({
    status: 'draft',
    headline: 'A house with a garden',
    place: { name: 'Dublin' },
    services: [{ service: 'boarding', rates: { base: 2450 } }],
    rating: { average: null, count: 0 },
  })
  expect(await waitingOf()).toBeNull()
  const rows = await deps.db.selectFrom('import_row').select(['email', 'data', 'sitter_id']).execute()
  expect(rows).toEqual([{ email: null, data: {}, sitter_id: sitter.id }])
})

test('the same file twice changes nothing, and a changed row replaces the earlier one', async () => {
  const { deps, carryOut, check, waitingOf } = await setup()
  await carryOut('sitters', [sitterHead, olgaRow])
  expect((await check('sitters', [sitterHead, olgaRow])).counts).toMatchObject({ same: 1, create: 0 })
  const changed = await carryOut('sitters', [sitterHead, olgaRow.replace('A house', 'A flat')])
  expect(changed.counts).toMatchObject({ change: 1 })

  expect(await waitingOf()).toMatchObject({ headline: 'A flat with a garden' })
  const inForce = await deps.db
    .selectFrom('import_row')
    .select('line')
    .where('done_at', 'is not', null)
    .execute()
  expect(inForce).toHaveLength(1)
})

test('stays from elsewhere take days of the calendar and are neither bookings nor money', async () => {
  const { deps, carryOut, check, rowsOf, accept } = await setup()
  await carryOut('sitters', [sitterHead, olgaRow])
  const stays = [
    'external_id,sitter,service,start_on,end_on',
    's-1,club-1,,2026-12-10,2026-12-12',
    's-2,club-1,boarding,2026-11-01,2026-11-03',
    's-3,nobody,,2026-12-10,2026-12-12',
    's-4,club-1,,2026-12-12,2026-12-10',
  ]
  const { id, counts } = await check('stays', stays)
  expect(counts).toMatchObject({ create: 1, refused: 3 })
  expect((await rowsOf(id)).flatMap(({ faults }) => faults.map(({ column }) => column))).toEqual([
    'end_on',
    'sitter',
    'end_on',
  ])
  await carryOut('stays', stays)
  const { id: sitterId } = await accept()

  await deps.db.updateTable('sitter').set({ status: 'published', published_at: deps.now() }).execute()
  const { items } = await readCalendar(deps, sitterId, null, { from: '2026-12-09', to: '2026-12-13' })
  expect(items.map(({ on, reason }) => [on, reason])).toEqual([
    ['2026-12-09', null],
    ['2026-12-10', 'away'],
    ['2026-12-11', 'away'],
    ['2026-12-12', 'away'],
    ['2026-12-13', null],
  ])
  for (const table of ['booking', 'ledger_entry', 'review'] as const)
    expect(await deps.db.selectFrom(table).selectAll().execute(), table).toEqual([])
})

test('people are invited only when staff say so, and once', async () => {
  const { deps, carryOut, call } = await setup()
  const { id } = await carryOut('sitters', [sitterHead, olgaRow])
  const mails = () => deps.db.selectFrom('mail').select(['recipient', 'kind']).execute()
  expect(await mails()).toEqual([])

  await call(contract.inviteImported)(id)
  expect(deps.jobs).toContainEqual({ name: 'imports.invite', payload: { importId: id } })
  await inviteBatch(deps, id)
  await inviteBatch(deps, id)
  expect(await mails()).toMatchObject([{ recipient: olga.email, kind: 'import-invitation' }])
})

test('an import is taken back with everything about its people, until somebody has accepted', async () => {
  const { deps, carryOut, call, waitingOf, accept } = await setup()
  const first = await carryOut('sitters', [sitterHead, olgaRow])
  expect(await call(contract.undoImport)(first.id)).toMatchObject({ state: 'undone', done: 0 })
  expect(await waitingOf()).toBeNull()
  expect(JSON.stringify(await deps.db.selectFrom('import_row').selectAll().execute())).not.toContain(
    olga.email,
  )
  expect(await refusalOf(call(contract.undoImport)(first.id))).toMatchObject({ code: 'import-refused' })

  const second = await carryOut('sitters', [sitterHead, olgaRow])
  await accept()
  expect(await refusalOf(call(contract.undoImport)(second.id))).toMatchObject({ code: 'import-refused' })
  const later = await carryOut('sitters', [sitterHead, olgaRow])
  expect(later.counts).toMatchObject({ refused: 1 })
})

test('what happens between the check and the import is seen', async () => {
  const { deps, check, call, rowsOf } = await setup()
  const { id } = await check('sitters', [sitterHead, olgaRow])
  await buildSitter(deps.db, olga)
  await call(contract.runImport)(id)
  await runBatch(deps, id)
  expect(await rowsOf(id)).toMatchObject([{ outcome: 'refused', done: false }])
  expect(await refusalOf(call(contract.runImport)(id))).toMatchObject({ code: 'import-refused' })
})

test('who refuses the profile, or leaves, takes everything about it along', async () => {
  const { deps, carryOut, proven, own } = await setup()
  const rows = () => deps.db.selectFrom('import_row').selectAll().execute()
  await carryOut('sitters', [sitterHead, olgaRow])
  await carryOut('stays', ['external_id,sitter,start_on,end_on', 's-1,club-1,2026-12-10,2026-12-12'])
  await answerOf(routes, waiting.refuseWaitingProfile, deps, { viewer: proven, ...own })
  expect(await rows()).toEqual([])

  await carryOut('sitters', [sitterHead, olgaRow])
  await ensureTransaction(deps, (deps) =>
    eraseFromImports(deps, {
      uid: olga.uid,
      accountId: olga.accountId,
      sitterId: null,
      names: [],
      emails: [olga.email],
      phoneNumber: null,
      bookingIds: [],
      conversationIds: [],
    }),
  )
  expect(await rows()).toEqual([])
})

test('imports are deleted with their rows once they are old', async () => {
  const { deps, carryOut } = await setup()
  await carryOut('sitters', [sitterHead, olgaRow])
  expect(await deleteOldImports(deps, new Date(deps.now().getTime() - 1_000), 10)).toBe(0)
  expect(await deleteOldImports(deps, new Date(deps.now().getTime() + 1_000), 10)).toBe(1)
  expect(await deps.db.selectFrom('import_row').selectAll().execute()).toEqual([])
})

test('each act of staff is written down with its reason, and support may not import', async () => {
  const { deps, desk, check, carryOut } = await setup()
  await carryOut('sitters', [sitterHead, olgaRow])
  const { items } = await answerOf(routes, listStaffActs, deps, {
    viewer: desk(),
    query: { permission: 'people.import' },
  })
  expect(items.map(({ act, reason }) => [act, reason])).toEqual([
    ['POST /v1/admin/imports/:importId/run', reason],
    ['POST /v1/admin/imports', null],
  ])
  expect(await refusalOf(check('sitters', [sitterHead, olgaRow], desk(['support'])))).toMatchObject({
    code: 'role-missing',
  })
})

test('the report has a line for each fault, and formulas in it stay text', async () => {
  const { deps, desk, check } = await setup()
  const { id } = await check('sitters', [sitterHead, '=cmd(),,nobody,,,,,', olgaRow])
  const report = await answerOf(routes, contract.downloadImportReport, deps, {
    viewer: desk(),
    params: { importId: id },
  })
  const lines = report.trim().split('\r\n')
  expect(lines[1]).toMatch(/^2,'=cmd\(\),refused,,,,name,/)
  expect(lines[2]).toMatch(/^2,'=cmd\(\),refused,,,,email,/)
  expect(lines[3]).toBe('3,club-1,create,,,,,')
})
