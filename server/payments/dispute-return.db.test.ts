import { describe, expect, test } from 'vitest'
import { bookingJobs } from '#server/bookings/jobs.ts'
import { olga, sam } from '#test/cast.ts'
import { disputeFixture, reason } from '#test/dispute-fixture.ts'
import { expectInvariants } from '#test/invariants.ts'

type Fixture = Awaited<ReturnType<typeof disputeFixture>>

/** Expects that nobody has lost anything except the bank's fee. */
async function expectNoLoss(fixture: Fixture) {
  // An account without entries is missing from the sums.
  const sums = { sitter: 0, ...(await fixture.sums()) }
  expect(sums).toMatchObject({ dispute: 0, loss: -15_00, sitter: 0, owner: 0 })
  expect(await fixture.shown()).toMatchObject({
    state: 'won',
    money: { withdrawn: 0, fee: 15_00, covered: 0, byPlatform: 0, bySitter: 0, open: 0 },
    actions: [],
  })
  await expectInvariants(fixture.deps)
}

describe('a loss reversed by the bank', () => {
  test.each([
    ['all by the site', true, 0, [68_40], []],
    ['a part by the sitter, who had been paid out', true, 50_00, [68_40, 50_00], [50_00]],
    ['all the sitter had been paid out', true, 68_40, [68_40, 68_40], [68_40]],
    ['a part by the sitter, of what was not paid out', false, 50_00, [18_40, 50_00], []],
    ['all the sitter had earned and not been paid', false, 68_40, [68_40], []],
  ])('repays everyone who bore it: %s', async (_, isPaid, fromSitter, sent, reversed) => {
    const fixture = await disputeFixture()
    await fixture.finish(isPaid)
    const id = await fixture.lost()
    await fixture.move({ action: 'bear', fromSitter, reason })
    await fixture.takeBack(id)
    await fixture.giveAccount()
    await expectNoLoss(fixture)
    expect(fixture.amounts('transfer').toSorted()).toEqual(sent.toSorted())
    expect(fixture.amounts('transfer_reversal')).toEqual(reversed)
    const { lines, earnings } = await fixture.money(sam)
    expect(earnings?.receives).toBe(68_40)
    expect(lines.at(-1)?.balance).toBe(0)
    expect(await fixture.money(olga)).toMatchObject({ paid: 83_60, refunded: 0 })
    expect(await fixture.histories()).toEqual([
      'dispute_opened',
      'dispute_lost',
      'dispute_borne',
      'dispute_reversed',
    ])
  })

  test('before the decision resumes the payout', async () => {
    const fixture = await disputeFixture()
    await fixture.finish(false)
    const id = await fixture.lost()
    await fixture.giveAccount()
    expect(fixture.amounts('transfer')).toEqual([])
    await fixture.takeBack(id)
    expect(fixture.amounts('transfer')).toEqual([68_40])
    await expectNoLoss(fixture)
  })

  test('while a transfer reversal is pending sends that money to the sitter again', async () => {
    const fixture = await disputeFixture()
    await fixture.finish(true)
    const id = await fixture.lost()
    await fixture.decide({ action: 'bear', fromSitter: 50_00, reason })
    const waiting = fixture.deps.jobs.splice(0)
    await fixture.takeBack(id)
    expect(fixture.amounts('transfer_reversal')).toEqual([])
    await expectInvariants(fixture.deps)
    fixture.deps.jobs.push(...waiting)
    await fixture.work()
    expect(fixture.amounts('transfer_reversal')).toEqual([50_00])
    expect(fixture.amounts('transfer')).toEqual([68_40, 50_00])
    await expectNoLoss(fixture)
  })

  test('clears the loss the site bore because of the sitter’s low balance', async () => {
    const fixture = await disputeFixture()
    await fixture.finish(true)
    const id = await fixture.lost()
    fixture.peer.leaveInAccount(fixture.peer.all('account')[0]!.id, 10_00)
    await fixture.move({ action: 'bear', fromSitter: 50_00, reason })
    await fixture.takeBack(id)
    expect(fixture.amounts('transfer')).toEqual([68_40])
    await expectNoLoss(fixture)
  })

  test.each([
    ['all of it', 83_60, [83_60]],
    ['a part of it', 40_00, [43_60, 40_00]],
  ])('pays the owner’s refund that the bank had covered before: %s', async (_, amount, sent) => {
    const fixture = await disputeFixture()
    const { id } = await fixture.dispute({ amount })
    await fixture.cancel()
    await fixture.lose(id)
    expect(await fixture.money(olga)).toMatchObject({ refunded: 83_60 })
    await fixture.takeBack(id)
    expect(fixture.amounts('refund')).toEqual(sent)
    await expectNoLoss(fixture)
    const { refunded, lines } = await fixture.money(olga)
    expect(refunded).toBe(83_60)
    expect(lines.map(({ label }) => label)).toContain('Collected again by your bank')
    expect(lines.at(-1)?.balance).toBe(0)
  })
})

describe('a loss partly reversed by the bank', () => {
  test.each([
    ['less than the sitter’s part', 30_00, { bySitter: 20_00, byPlatform: 33_60 }, [68_40, 30_00]],
    ['the sitter’s part, then some of the site’s', 60_00, { bySitter: 0, byPlatform: 23_60 }, [68_40, 50_00]],
  ])('repays the sitter before the site, once: %s', async (_, returned, borne, sent) => {
    const fixture = await disputeFixture()
    await fixture.finish(true)
    const id = await fixture.lost()
    await fixture.move({ action: 'bear', fromSitter: 50_00, reason })
    await fixture.takeBack(id, returned)
    expect(fixture.amounts('transfer')).toEqual(sent)
    expect(await fixture.shown()).toMatchObject({ money: { withdrawn: 83_60 - returned, open: 0, ...borne } })
    const sums = { sitter: 0, ...(await fixture.sums()) }
    expect(sums).toMatchObject({ dispute: 0, sitter: 0, loss: -15_00 - borne.byPlatform })
    expect((await fixture.money(sam)).earnings?.receives).toBe(68_40 - borne.bySitter)
    await expectInvariants(fixture.deps)
  })

  test('pays the owner’s refund as far as the bank no longer covers it', async () => {
    const fixture = await disputeFixture()
    await fixture.dispute()
    await fixture.cancel()
    await fixture.lose(fixture.peer.all('dispute')[0]!.id)
    expect(fixture.amounts('refund')).toEqual([])
    await fixture.takeBack(fixture.peer.all('dispute')[0]!.id, 60_00)
    expect(fixture.amounts('refund')).toEqual([60_00])
    expect(await fixture.shown()).toMatchObject({ money: { withdrawn: 23_60, covered: 23_60, open: 0 } })
    expect(await fixture.sums()).toMatchObject({ dispute: 0, owner: 0, loss: -15_00 })
    expect(await fixture.money(olga)).toMatchObject({ paid: 83_60, refunded: 83_60 })
    await expectInvariants(fixture.deps)
  })

  test('before the decision leaves only the rest to be decided', async () => {
    const fixture = await disputeFixture()
    await fixture.finish(false)
    const id = await fixture.lost()
    await fixture.takeBack(id, 60_00)
    expect(await fixture.list({ status: 'open' })).toMatchObject({
      items: [{ money: { withdrawn: 23_60, open: 23_60 }, actions: ['bear'] }],
    })
    await fixture.move({ action: 'bear', fromSitter: 20_00, reason })
    await fixture.giveAccount()
    expect(fixture.amounts('transfer')).toEqual([48_40])
    expect(await fixture.sums()).toMatchObject({ dispute: 0, sitter: 0, loss: -18_60 })
    await expectInvariants(fixture.deps)
  })
})

test('a refund that had reduced the site’s loss is paid when the loss is reversed', async () => {
  const fixture = await disputeFixture()
  const id = await fixture.lost()
  await fixture.move({ action: 'bear', fromSitter: 0, reason })
  await fixture.cancel()
  expect(fixture.amounts('refund')).toEqual([])
  await fixture.takeBack(id)
  expect(fixture.amounts('refund')).toEqual([83_60])
  await expectNoLoss(fixture)
})

test('both sides are emailed once when a lost payment is reversed', async () => {
  const fixture = await disputeFixture()
  await fixture.finish(true)
  const id = await fixture.lost()
  await fixture.move({ action: 'bear', fromSitter: 50_00, reason })
  fixture.deps.jobs.length = 0
  await fixture.takeBack(id)
  const notify = bookingJobs(fixture.deps).find(({ name }) => name === 'bookings.notify')!
  for (const { name, payload } of fixture.deps.jobs.splice(0))
    if (name === 'bookings.notify') await notify.run(payload)
  const mails = await fixture.db
    .selectFrom('mail')
    .select(['kind', 'recipient', 'text_body as text'])
    .execute()
  expect(mails.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()).toEqual([
    'booking-dispute_reversed olga@example.org',
    'booking-dispute_reversed sam@example.org',
  ])
  for (const { text } of mails) {
    expect(text).toContain('€83.60')
    expect(text).not.toMatch(/fraud|chargeback|guilty|cheat/i)
  }
})
