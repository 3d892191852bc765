import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Viewer } from '#server/kernel/deps.ts'
import { makeArchive } from '#server/exports/archive-commands.ts'
import { findSubject } from '#server/exports/store.ts'
import { makeInvoices } from '#server/invoices/month-commands.ts'
import { newId } from '#server/kernel/ids.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { storePhoto } from '#test/file-calls.ts'
import { readZip, tablesIn } from '#test/zip.ts'

type Town = Awaited<ReturnType<typeof bookingFixture>>

async function copyOf({ deps, db }: Town, { accountId }: Viewer): Promise<Map<string, Buffer>> {
  const owner = (await findSubject(db, accountId))!
  return readZip(await makeArchive(deps, owner, { read: buffer, onStep: () => Promise.resolve() }))
}

/** Adds a photo by the sitter to the report card of this booking. */
async function showPhoto({ deps, db }: Town, bookingId: string): Promise<string> {
  const fileId = await storePhoto(deps, sam, 'report-card')
  await db
    .insertInto('care_entry')
    .values({
      booking_id: bookingId,
      id: newId(deps.now()),
      account_id: sam.accountId,
      unit: 0,
      kind: 'photo',
      data: JSON.stringify({ fileId }),
      happened_at: deps.now(),
      received_at: deps.now(),
    })
    .execute()
  return fileId
}

test('exports have receipt and photos of a booking for owner and sitter, and the invoice for the sitter', async () => {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 38_00 }, capacity: 3 } } })
  const booking = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  const fileId = await showPhoto(fixture, booking.id)
  fixture.deps.clock.set(new Date('2027-01-03T10:00:00Z'))
  await makeInvoices(fixture.deps)

  const receipt = `invoices/receipt-${booking.number}.pdf`
  const photo = `files/report-card/${fileId}.webp`
  const papersIn = (files: Map<string, Buffer>) =>
    [...files.keys()].filter((name) => /^(invoices|files)\/./.test(name)).toSorted()
  const owners = await copyOf(fixture, olga)
  expect(papersIn(owners)).toEqual([photo, receipt])
  expect(owners.get(receipt)!.toString('latin1', 0, 5)).toBe('%PDF-')
  expect(owners.get(photo)!.toString('latin1', 8, 12)).toBe('WEBP')
  const sitters = await copyOf(fixture, sam)
  expect(papersIn(sitters)).toEqual([photo, 'invoices/2026-12-F-00001.pdf', receipt])
  expect(papersIn(await copyOf(fixture, eve))).toEqual([])

  const files = tablesIn(owners, 'files.json')
  expect(files).toMatchObject({ files: [], filesOfOthers: [{ id: fileId, path: photo }] })
  expect(
    Object.keys(files['filesOfOthers']![0]!),
    'what the sitter called the file stays there',
  ).not.toContain('name')
})

test('a file whose content is missing is listed in the README and does not fail the export', async () => {
  const fixture = await bookingFixture()
  const fileId = await storePhoto(fixture.deps, olga, 'pet')
  for (const folder of ['pictures', 'documents'])
    for await (const { name } of fixture.deps.storage.list(folder)) await fixture.deps.storage.remove(name)
  const files = await copyOf(fixture, olga)
  expect(files.has(`files/pet/${fileId}.webp`)).toBe(false)
  expect(files.get('README.txt')!.toString('utf8')).toMatch(
    new RegExp(`NOT INCLUDED[\\s\\S]*files/pet/${fileId}\\.webp`),
  )
})
