import { expect, test } from 'vitest'
import { entriesOf } from '#contract/entries.ts'
import { Settings } from '#contract/settings.ts'
import * as contract from '#contract/staff/settings.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { changeSettings, currentSettings } from '#server/settings/commands.ts'
import { routes } from '#server/slices.ts'
import { valueAt } from '#server/settings/document.ts'
import { settingFields } from '#server/staff/setting-fields.ts'
import { settingWords } from '#server/staff/setting-words.ts'
import { bookingFixture } from '#test/booking-fixture.ts'
import { eve, withFreshSignIn } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

const reason = 'We have agreed on this in the team.'

async function setup() {
  const { deps, db } = await bookingFixture()
  const as = (roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const viewer = as(['operator'])
  const save = (version: number, changes: object, by = viewer) =>
    answerOf(routes, contract.saveSettings, deps, { viewer: by, body: { version, changes, reason } })
  const preview = (changes: object) =>
    answerOf(routes, contract.previewSettings, deps, { viewer, body: { changes } })
  const fields = () => answerOf(routes, contract.listSettingFields, deps, { viewer })
  const versions = (query: object = {}) =>
    answerOf(routes, contract.listSettingVersions, deps, { viewer, query })
  const restore = (version: number, to: number) =>
    answerOf(routes, contract.restoreSettings, deps, { viewer, body: { version, to, reason } })
  return { deps, db, as, save, preview, fields, versions, restore }
}

test('every setting of the document has words, and no words are left over', () => {
  const paths = settingFields(Settings.parse({})).map(({ path }) => path)
  expect(Object.keys(settingWords).toSorted()).toEqual(paths.toSorted())
  const labels = entriesOf(settingWords).map(([, [section, label]]) => `${section} ${label}`)
  expect(labels).toEqual([...new Set(labels)])
})

test('the fields have the limits, units, defaults and values of the document', async () => {
  const { deps, fields } = await setup()
  await changeSettings(deps, { fees: { ownerCap: 50_00 } })
  const listed = await fields()
  const fieldOf = (path: string) => listed.fields.find((one) => one.path === path)
  expect(listed).toMatchObject({ version: 1, currency: 'EUR' })
  expect(fieldOf('fees.ownerCap')).toMatchObject({
    section: 'fees',
    kind: 'whole',
    unit: 'minor',
    least: 0,
    most: null,
    default: 40_00,
    value: 50_00,
  })
  expect(fieldOf('fees.ownerBasisPoints')).toMatchObject({ unit: 'basis_points', least: 0, most: 10_000 })
  expect(fieldOf('policy.strict.cutoffHour')).toMatchObject({ unit: 'o_clock', most: 23 })
  expect(fieldOf('payments.manualFee')).toMatchObject({
    kind: 'choice',
    choices: [{ value: 'invoiced' }, { value: 'none' }],
  })
  expect(fieldOf('sitterReview')).toMatchObject({ kind: 'switch', value: false })
  expect(fieldOf('rank.weights.distance')).toMatchObject({ kind: 'decimal', value: 0.3 })
})

test('a preview shows prices, refunds and the ranking with the changed settings, and saves nothing', async () => {
  const { deps, preview } = await setup()
  const shown = await preview({
    'fees.ownerBasisPoints': 2000,
    'policy.moderate.latePercent': 25,
    'rank.weights.distance': 0,
  })
  expect(shown.changes).toEqual([
    { path: 'fees.ownerBasisPoints', label: 'Fee that owners pay on top', before: 1000, after: 2000 },
    {
      path: 'policy.moderate.latePercent',
      label: 'Moderate: refunded of the next nights after that',
      before: 50,
      after: 25,
    },
    { path: 'rank.weights.distance', label: 'Distance', before: 0.3, after: 0 },
  ])
  expect(shown.before.prices[0]).toMatchObject({ ownerFee: 25_00, total: 275_00, sitterPayout: 225_00 })
  expect(shown.after.prices[0]).toMatchObject({ ownerFee: 40_00, total: 290_00, sitterPayout: 225_00 })
  const moderate = ({ refunds }: typeof shown.before) =>
    refunds.find(({ policy }) => policy === 'moderate')!.days
  expect(moderate(shown.before).map(({ percent }) => percent)).toEqual([100, 100, 100, 50, 50])
  expect(moderate(shown.after).map(({ percent }) => percent)).toEqual([100, 100, 100, 25, 25])
  expect(shown.before.ranking).toMatchObject({ city: 'Dublin', sitters: [], shares: { distance: 30 } })
  expect(shown.after.ranking.shares).toMatchObject({ distance: 0, quality: 36 })
  expect((await currentSettings(deps.db)).version).toBe(0)
})

test('changes are saved with who and why, keep everything else, and are listed with what they changed', async () => {
  const { deps, save, versions } = await setup()
  await changeSettings(deps, { currency: 'USD' })
  expect(await save(1, { 'fees.ownerCap': 30_00, 'payments.invoiceNote': 'Thank you' })).toEqual({
    version: 2,
  })

  const { settings } = await currentSettings(deps.db)
  expect(settings).toMatchObject({ currency: 'USD', fees: { ownerCap: 30_00, ownerBasisPoints: 1000 } })
  const { items } = await versions()
  expect(items).toMatchObject([
    {
      version: 2,
      by: 'Eve',
      reason,
      changes: [
        { path: 'fees.ownerCap', before: 40_00, after: 30_00 },
        { path: 'payments.invoiceNote', before: '', after: 'Thank you' },
      ],
    },
    { version: 1, by: null, reason: null, changes: [{ path: 'currency', before: 'EUR', after: 'USD' }] },
  ])
  const first = await versions({ limit: '1' })
  expect(first.items[0]!.changes).toHaveLength(2)
  expect((await versions({ limit: '1', cursor: first.nextCursor })).items).toEqual(items.slice(1))
})

test.each([
  [{ 'fees.ownerBasisPoints': 10_001 }, 'fees.ownerBasisPoints'],
  [{ 'fees.ownerCap': 1.5 }, 'fees.ownerCap'],
  [{ currency: 'euro' }, 'currency'],
  [{ 'fees.unknown': 1 }, 'fees.unknown'],
  [{ '__proto__.polluted': true }, '__proto__.polluted'],
  [{ fees: 1 }, 'fees'],
  [{ 'rate.min': 600_00 }, 'rate.max'],
  [{ 'datev.consultant': 1000 }, 'datev.consultant'],
  [{ 'datev.accounts.tax': '17700' }, 'datev.accounts.bank'],
  [{ 'datev.accounts.tax': '017x' }, 'datev.accounts.tax'],
  [{ 'request.ttlHours': 1 }, 'request.minTtlHours'],
  [{ 'rank.weights.quality': -1 }, 'rank.weights.distance'],
])('%j is refused at %s, in the preview and when it is saved', async (changes, path) => {
  const { deps, save, preview } = await setup()
  for (const attempt of [() => preview(changes), () => save(0, changes)])
    await expect(attempt()).rejects.toMatchObject({
      code: 'request-invalid',
      extra: { errors: expect.arrayContaining([expect.objectContaining({ path })]) },
    })
  expect((await currentSettings(deps.db)).version).toBe(0)
  expect('polluted' in {}).toBe(false)
})

test('going back makes the earlier document a new version; the defaults are version 0', async () => {
  const { deps, save, restore, versions } = await setup()
  await save(0, { 'fees.ownerCap': 30_00 })
  await save(1, { 'fees.ownerCap': 20_00 })
  expect(await restore(2, 1)).toEqual({ version: 3 })
  expect(valueAt((await currentSettings(deps.db)).settings, 'fees.ownerCap')).toBe(30_00)
  expect(await restore(3, 0)).toEqual({ version: 4 })
  expect(valueAt((await currentSettings(deps.db)).settings, 'fees.ownerCap')).toBe(40_00)
  await expect(restore(4, 9)).rejects.toMatchObject({ code: 'not-found' })
  await expect(restore(2, 1)).rejects.toMatchObject({ code: 'version-stale' })
  expect((await versions()).items[0]).toMatchObject({ by: 'Eve', changes: [{ before: 30_00, after: 40_00 }] })
})

test('of two who save at the same time one is refused, and only those who run the site may save', async () => {
  const { deps, as, save } = await setup()
  const results = await Promise.allSettled([
    save(0, { 'fees.ownerCap': 30_00 }),
    save(0, { 'fees.sitterBasisPoints': 500 }),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'version-stale' },
  })
  expect((await currentSettings(deps.db)).version).toBe(1)
  for (const role of ['support', 'moderator', 'accountant'])
    await expect(save(1, { 'fees.ownerCap': 1 }, as([role]))).rejects.toMatchObject({ code: 'role-missing' })
})
