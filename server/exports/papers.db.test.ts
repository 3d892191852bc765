import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Viewer } from '#server/kernel/deps.ts'
import { makeArchive } from '#server/exports/archive-commands.ts'
import { findSubject } from '#server/exports/store.ts'
import { makeInvoices } from '#server/invoices/month-commands.ts'
import { newId } from '#server/kernel/ids.ts'
import { openTown, weekend } from '#test/booking-town.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { keepPhoto } from '#test/file-calls.ts'
import { readZip, tablesIn } from '#test/zip.ts'

type Town = Awaited<ReturnType<typeof openTown>>

async function copyOf({ deps, db }: Town, { accountId }: Viewer): Promise<Map<string, Buffer>> {
  const owner = (await findSubject(db, accountId))!
  return readZip(await makeArchive(deps, owner, { read: buffer, onStep: () => Promise.resolve() }))
}

/** Adds a photo by the sitter to the report card of this booking. */
async function showPhoto({ deps, db }: Town, bookingId: string): Promise<string> {
  const fileId = await keepPhoto(deps, sam, 'report-card')
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
  const town = await openTown({ services: { boarding: { rates: { base: 38_00 }, capacity: 3 } } })
  const booking = await town.act(sam, await town.request(olga, weekend(town)), 'accept')
  const fileId = await showPhoto(town, booking.id)
  town.deps.clock.set(new Date('2027-01-03T10:00:00Z'))
  await makeInvoices(town.deps)

  const receipt = `invoices/receipt-${booking.number}.pdf`
  const photo = `files/report-card/${fileId}.webp`
  const papersIn = (files: Map<string, Buffer>) =>
    [...files.keys()].filter((name) => /^(invoices|files)\/./.test(name)).toSorted()
  const owners = await copyOf(town, olga)
  expect(papersIn(owners)).toEqual([photo, receipt])
  expect(owners.get(receipt)!.toString('latin1', 0, 5)).toBe('%PDF-')
  expect(owners.get(photo)!.toString('latin1', 8, 12)).toBe('WEBP')
  const sitters = await copyOf(town, sam)
  expect(papersIn(sitters)).toEqual([photo, 'invoices/2026-12-F-00001.pdf', receipt])
  expect(papersIn(await copyOf(town, eve))).toEqual([])

  const files = tablesIn(owners, 'files.json')
  expect(files).toMatchObject({ files: [], filesOfOthers: [{ id: fileId, path: photo }] })
  expect(
    Object.keys(files['filesOfOthers']![0]!),
    'what the sitter called the file stays there',
  ).not.toContain('name')
})

test('a file whose content is missing is listed in the README and does not fail the export', async () => {
  const town = await openTown()
  const fileId = await keepPhoto(town.deps, olga, 'pet')
  for (const folder of ['pictures', 'documents'])
    for await (const { name } of town.deps.storage.list(folder)) await town.deps.storage.remove(name)
  const files = await copyOf(town, olga)
  expect(files.has(`files/pet/${fileId}.webp`)).toBe(false)
  expect(files.get('README.txt')!.toString('utf8')).toMatch(
    new RegExp(`NOT INCLUDED[\\s\\S]*files/pet/${fileId}\\.webp`),
  )
})
