import { expect, onTestFinished, test } from 'vitest'
import * as contract from '#contract/look.ts'
import { standardPalette } from '#contract/palette.ts'
import { readPost } from '#server/blog/commands.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { eraseFromFiles } from '#server/files/erase-commands.ts'
import { servePublic } from '#server/files/serve-commands.ts'
import { sweepFiles } from '#server/files/sweep-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { followLook, readLogo } from '#server/look/commands.ts'
import { routes } from '#server/slices.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, olga, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { storePhoto } from '#test/file-calls.ts'
import { answerOf } from '#test/invoke.ts'

const reason = 'We have agreed on this in the team.'

async function setup() {
  const db = await testDb()
  const deps = testDeps(db)
  await buildAccounts(db, eve)
  const as = (roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const viewer = as(['operator'])
  const save = (version: number, look: object, by = viewer) =>
    answerOf(routes, contract.saveLook, deps, { viewer: by, body: { version, look, reason } })
  const show = () => answerOf(routes, contract.showLook, deps, { viewer })
  const versions = (query: object = {}) =>
    answerOf(routes, contract.listLookVersions, deps, { viewer, query })
  const restore = (version: number, to: number) =>
    answerOf(routes, contract.restoreLook, deps, { viewer, body: { version, to, reason } })
  const follow = async () => onTestFinished(await followLook(deps))
  const upload = (by = viewer) => storePhoto(deps, by, 'look')
  return { db, deps, as, viewer, save, show, versions, restore, follow, upload }
}

test('until somebody names the site, its name is the one in the configuration', async () => {
  const { deps, show, follow } = await setup()
  await follow()
  expect(await show()).toEqual({
    version: 0,
    look: {
      name: null,
      colours: { main: null, accent: null, custom: '' },
      logo: null,
      footer: { text: '', links: [] },
      start: null,
      shape: { corners: 'round', headings: 'serif', shadows: 'soft' },
    },
    configuredName: 'Sitwell',
    logo: null,
    start: null,
  })
  expect(deps.site).toMatchObject({ name: 'Sitwell', lookVersion: 0 })
})

test('a new name applies before the request is answered, and to texts that were read before', async () => {
  const { deps, save, follow } = await setup()
  await follow()
  const post = () => readPost(deps, 'a-care-sheet-that-works')
  expect((await post()).author).toBe('Sitwell handbook')
  expect(await save(0, { name: '  Pawtown ' })).toEqual({ version: 1 })
  expect(deps.site).toMatchObject({ name: 'Pawtown', configuredName: 'Sitwell', lookVersion: 1 })
  expect((await post()).author).toBe('Pawtown handbook')
  await save(1, { name: null })
  expect(deps.site).toMatchObject({ name: 'Sitwell', lookVersion: 2 })
})

test('a process that starts later, or hears of a change from another one, has the name too', async () => {
  const { db, deps, save, follow } = await setup()
  await save(0, { name: 'Pawtown' })
  await follow()
  expect(deps.site.name).toBe('Pawtown')
  await db
    .insertInto('look')
    .values({
      document: JSON.stringify({ name: 'Kennelton' }),
      created_at: deps.now(),
      account_id: eve.accountId,
      reason,
    })
    .execute()
  await inTransaction(db, (tx) => announce(tx, 'look'))
  expect(deps.site.name).toBe('Kennelton')
})

test('a document of another release counts as the original look', async () => {
  const { db, deps, follow, show } = await setup()
  await db
    .insertInto('look')
    .values({ document: '{"name":7}', created_at: deps.now(), account_id: eve.accountId, reason })
    .execute()
  await follow()
  expect(deps.site).toMatchObject({ name: 'Sitwell', lookVersion: 1 })
  expect((await show()).look.name).toBe(null)
})

test('chosen colours apply before the request is answered, and going back to the original look removes them', async () => {
  const { deps, save, restore, versions, follow } = await setup()
  await follow()
  await save(0, { colours: { main: '#7a1f5c' } })
  expect(deps.site.palette.green[0]).toBe('#7a1f5c')
  expect(deps.site.palette.gold).toEqual(standardPalette.gold)
  expect((await versions()).items[0]!.changes).toEqual([
    { label: 'Main colour', before: 'the original green', after: '#7a1f5c' },
  ])
  await restore(1, 0)
  expect(deps.site.palette).toEqual(standardPalette)
})

test('colours in which a text could not be read are refused, each at its field', async () => {
  const { deps, save, show, follow } = await setup()
  await follow()
  const colours = { main: '#ffd400', accent: null, custom: '' }
  await expect(save(0, { colours })).rejects.toMatchObject({
    code: 'request-invalid',
    extra: { errors: [{ path: 'look.colours.main', message: expect.stringMatching(/hard to read/) }] },
  })
  expect((await show()).version).toBe(0)
  expect(deps.site.palette).toEqual(standardPalette)
})

test('an uploaded logo is in force once it is saved, everybody may load it, and going back removes it', async () => {
  const { deps, save, show, restore, versions, follow, upload } = await setup()
  await follow()
  const fileId = await upload()
  expect(deps.site.logo).toBe(null)
  await save(0, { logo: { fileId, showsName: false } })
  const { logo } = deps.site
  expect(logo).toMatchObject({ fileId, width: 64, height: 48, showsName: false })
  const [, , hash, file] = logo!.path.split('/')
  expect(await servePublic(deps, hash!, file!)).toMatchObject({ type: 'image/webp', seconds: null })
  expect((await readLogo(deps))!.subarray(8, 12).toString()).toBe('WEBP')
  expect((await show()).logo).toMatchObject({ id: fileId, sizes: [{ url: logo!.path }] })
  expect((await versions()).items[0]!.changes).toEqual([
    { label: 'Logo', before: 'the drawn mark', after: `photo.jpg (${fileId.slice(-4)})` },
    { label: 'Name beside the logo', before: 'shown', after: 'hidden' },
  ])
  await restore(1, 0)
  expect(deps.site.logo).toBe(null)
  expect(await readLogo(deps)).toBe(null)
  await restore(2, 1)
  expect(deps.site.logo).toEqual(logo)
})

test('what the operator adds to the footer applies before the request is answered', async () => {
  const { deps, save, versions, restore, follow } = await setup()
  await follow()
  expect(deps.site.footer).toBe(null)
  const links = [
    { label: 'Our shop', to: 'https://paws.example/shop?a=1' },
    { label: 'Questions', to: '/help' },
  ]
  await save(0, { footer: { text: ' Pawtown e. V. ', links } })
  expect(deps.site.footer).toEqual({ text: 'Pawtown e. V.', links })
  expect((await versions()).items[0]!.changes).toEqual([
    { label: 'Line of the footer', before: 'none', after: 'Pawtown e. V.' },
    {
      label: 'Links of the footer',
      before: 'none',
      after: 'Our shop (https://paws.example/shop?a=1), Questions (/help)',
    },
  ])
  await restore(1, 0)
  expect(deps.site.footer).toBe(null)
})

test('an own picture of the home page needs a description, and applies before the request is answered', async () => {
  const { deps, save, show, restore, versions, follow, upload } = await setup()
  await follow()
  const fileId = await upload()
  await expect(save(0, { start: { fileId, alt: ' ' } })).rejects.toMatchObject({
    extra: { errors: [{ path: 'look.start.alt' }] },
  })
  expect(deps.site.start).toBe(null)
  await save(0, { start: { fileId, alt: 'A dog on the beach' } })
  const [size] = deps.site.start!.sizes
  expect(deps.site.start).toEqual({ alt: 'A dog on the beach', sizes: [size] })
  const [, , hash, file] = size!.url.split('/')
  expect(await servePublic(deps, hash!, file!)).toMatchObject({ type: 'image/webp' })
  expect((await show()).start).toMatchObject({ id: fileId })
  expect((await versions()).items[0]!.changes).toEqual([
    {
      label: 'Picture of the home page',
      before: 'the drawn animals',
      after: `photo.jpg (${fileId.slice(-4)})`,
    },
    { label: 'What the picture shows', before: 'none', after: 'A dog on the beach' },
  ])
  await restore(1, 0)
  expect(deps.site.start).toBe(null)
})

test('chosen corners and headings set their custom properties, and the original ones set none', async () => {
  const { deps, save, versions, restore, follow } = await setup()
  await follow()
  expect(deps.site.properties).toEqual({})
  await save(0, { shape: { corners: 'square', headings: 'sans' } })
  expect(deps.site.properties).toMatchObject({ '--corner-card': '0px', '--heading-font': 'var(--text-font)' })
  expect(deps.site.properties).not.toHaveProperty('--shadow-tint')
  expect((await versions()).items[0]!.changes).toEqual([
    { label: 'Corners', before: 'round', after: 'square' },
    { label: 'Headings', before: 'serif', after: 'sans' },
  ])
  await restore(1, 0)
  expect(deps.site.properties).toEqual({})
})

test('nobody but staff can load a picture that is uploaded for the look and not saved', async () => {
  const { db, deps, upload } = await setup()
  const fileId = await upload()
  const { hash } = await db
    .selectFrom('file')
    .select('hash')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  await expect(servePublic(deps, hash!, '64.webp')).rejects.toMatchObject({ code: 'file-not-found' })
})

test('a logo must be an uploaded picture of the look, of the person who saves it or of a version before', async () => {
  const { db, deps, as, viewer, save, upload } = await setup()
  await buildAccounts(db, olga)
  const other = { ...as(['operator']), accountId: olga.accountId, uid: olga.uid }
  const refused = (fileId: string) =>
    expect(save(0, { logo: { fileId, showsName: true } }, other)).rejects.toMatchObject({
      code: 'file-not-found',
    })
  await refused(await storePhoto(deps, other, 'pet'))
  await refused('0198a000-0000-7000-8000-000000000000')
  const fileId = await upload(viewer)
  await refused(fileId)
  await save(0, { logo: { fileId, showsName: true } })
  expect(await save(1, { logo: { fileId, showsName: false } }, other)).toEqual({ version: 2 })
})

test('the logo stays when the account that uploaded it is erased', async () => {
  const { db, deps, viewer, save, follow, upload } = await setup()
  await follow()
  const [fileId, unused] = [await upload(), await upload()]
  await save(0, { logo: { fileId, showsName: true } })
  await inTransaction(db, (tx) =>
    eraseFromFiles(
      { ...deps, db: tx },
      {
        uid: viewer.uid,
        accountId: viewer.accountId,
        sitterId: null,
        names: [],
        emails: [],
        phoneNumber: null,
        bookingIds: [],
        conversationIds: [],
      },
    ),
  )
  await sweepFiles(deps)
  expect(await db.selectFrom('file').select('id').execute()).toEqual([{ id: fileId }])
  expect(unused).not.toBe(fileId)
  expect(await readLogo(deps)).not.toBe(null)
})

test('versions are listed with who, why and what, and any of them can be made the newest', async () => {
  const { deps, save, versions, restore, follow } = await setup()
  await follow()
  await save(0, { name: 'Pawtown' })
  await save(1, { name: 'Kennelton' })
  expect((await versions()).items).toMatchObject([
    { version: 2, by: 'Eve', reason, changes: [{ label: 'Name', before: 'Pawtown', after: 'Kennelton' }] },
    { version: 1, changes: [{ label: 'Name', before: 'as in the configuration', after: 'Pawtown' }] },
  ])
  const first = await versions({ limit: '1' })
  expect(first.items[0]!.changes).toHaveLength(1)
  expect((await versions({ limit: '1', cursor: first.nextCursor })).items).toMatchObject([{ version: 1 }])

  expect(await restore(2, 1)).toEqual({ version: 3 })
  expect(deps.site.name).toBe('Pawtown')
  expect(await restore(3, 0)).toEqual({ version: 4 })
  expect(deps.site.name).toBe('Sitwell')
  await expect(restore(4, 9)).rejects.toMatchObject({ code: 'not-found' })
  await expect(restore(2, 1)).rejects.toMatchObject({ code: 'version-stale' })
})

test('a change is written down with its reason', async () => {
  const { db, save } = await setup()
  await save(0, { name: 'Pawtown' })
  const acts = await db.selectFrom('staff_act').select(['act', 'permission', 'reason']).execute()
  expect(acts).toEqual([{ act: 'PUT /v1/admin/look', permission: 'settings.change', reason }])
})

test.each([
  [{ name: '' }],
  [{ name: '   ' }],
  [{ name: 'x'.repeat(61) }],
  [{ name: 'a\nb' }],
  [{ nme: 'Pawtown' }],
  [{ colours: { main: 'red' } }],
  [{ shape: { corners: 'jagged' } }],
  [{ footer: { text: 'x'.repeat(201) } }],
  [{ footer: { links: Array.from({ length: 6 }, () => ({ label: 'Help', to: '/help' })) } }],
  [{ footer: { links: [{ label: '', to: '/help' }] } }],
  [{ colours: { custom: '--paper: url(https://example.org)' } }],
])('%j is refused', async (look) => {
  const { save, show } = await setup()
  await expect(save(0, look)).rejects.toMatchObject({ code: 'request-invalid' })
  expect((await show()).version).toBe(0)
})

test.each(['javascript:alert(1)', 'http://paws.example', '//paws.example', '/\\paws.example', 'help', ''])(
  'a link of the footer to %j is refused',
  async (to) => {
    const { save, show } = await setup()
    await expect(save(0, { footer: { links: [{ label: 'Help', to }] } })).rejects.toMatchObject({
      code: 'request-invalid',
      extra: { errors: [{ path: 'look.footer.links.0.to' }] },
    })
    expect((await show()).version).toBe(0)
  },
)

test('of two who save at the same time one is refused, and only those who run the site may save', async () => {
  const { as, save } = await setup()
  const results = await Promise.allSettled([save(0, { name: 'Pawtown' }), save(0, { name: 'Kennelton' })])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(save(1, { name: 'Dogham' }, as(['support']))).rejects.toMatchObject({ code: 'role-missing' })
})
