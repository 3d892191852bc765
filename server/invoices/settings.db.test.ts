import { expect, test } from 'vitest'
import * as contract from '#contract/invoices.ts'
import { invoiceRoutes } from '#server/invoices/routes.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { invoke } from '#server/kernel/http/http.ts'
import { changeSettings, currentSettings } from '#server/settings/commands.ts'
import { buildAccounts, testDeps } from '#test/build.ts'
import { eve, withFreshSignIn } from '#test/cast.ts'
import { testDb } from '#test/db.ts'

const operator: Viewer = { ...eve, roles: ['operator'] }
const terms = { timeZone: 'Europe/Lisbon', dueDays: 30, note: 'IBAN IE00 1234\nName the number.' }

async function setup() {
  const deps = testDeps(await testDb())
  await buildAccounts(deps.db, eve)
  await changeSettings(deps, { currency: 'USD', payments: { manualFee: 'none' } })
  const route = invoiceRoutes.find(({ endpoint }) => endpoint === contract.changeInvoiceSettings)!
  const change = async (viewer: Viewer, body: object) =>
    (await invoke(route, deps, { viewer: withFreshSignIn(viewer, deps.now()), body, ip: '127.0.0.1' })).body
  const trail = () =>
    deps.db.selectFrom('identity.audit_events').select(['kind', 'user_id', 'detail']).execute()
  return { deps, change, trail }
}

test('changing the invoice settings leaves other settings unchanged and is audited', async () => {
  const { deps, change, trail } = await setup()
  expect(await change(operator, { version: 1, ...terms, note: ` ${terms.note} ` })).toEqual({
    version: 2,
    ...terms,
  })
  expect(await currentSettings(deps.db)).toMatchObject({
    version: 2,
    settings: {
      currency: 'USD',
      timeZone: 'Europe/Lisbon',
      payments: { manualFee: 'none', invoiceDueDays: 30, invoiceNote: terms.note, ttlHours: 24 },
    },
  })
  expect(await trail()).toEqual([{ kind: 'invoice-settings-changed', user_id: eve.uid, detail: terms }])
})

test('a change with a stale version or by a non-operator is refused and changes nothing', async () => {
  const { deps, change, trail } = await setup()
  await expect(change(operator, { version: 0, ...terms })).rejects.toMatchObject({ code: 'version-stale' })
  await expect(change(eve, { version: 1, ...terms })).rejects.toMatchObject({ code: 'role-missing' })
  expect(await currentSettings(deps.db)).toMatchObject({ version: 1, settings: { timeZone: 'UTC' } })
  expect(await trail()).toEqual([])
})

test.each([
  ['timeZone', 'Mars/Olympus', 'Choose a time zone like Europe/Lisbon'],
  ['dueDays', 1.5, 'Give whole days'],
  ['dueDays', -1, 'Give at least 0 days'],
  ['dueDays', 366, 'Give at most 365 days'],
  ['note', 'x'.repeat(501), 'Write at most 500 characters'],
])('an invalid %s (%#) is refused with a message', async (path, value, message) => {
  const { change } = await setup()
  await expect(change(operator, { version: 1, ...terms, [path]: value })).rejects.toMatchObject({
    code: 'request-invalid',
    extra: { errors: [{ path, message }] },
  })
})
