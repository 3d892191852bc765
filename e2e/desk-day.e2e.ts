import { type Browser, expect, type Page } from '@playwright/test'
import { Booking } from '#contract/bookings/bookings.ts'
import { listPayouts } from '#contract/payments/payouts.ts'
import type { StripePeer } from '#test/stripe-peer.ts'
import { findBarriers } from './barriers.ts'
import { type Hands, keyboard, pointer } from './hands.ts'
import { test } from './paid-product.ts'
import { as, mailTo, makeOperator, type Person, signInHere, signUp, unique } from './people.ts'
import { accept, deskMenu, dialog, main, openAs, readAs, twoPeople } from './stay.ts'
import { beginInHours, inDatabase, runClockJob } from './time.ts'

const payoutsOf = async (operator: Person, { accountId }: Person, state: string) =>
  (await as(operator, listPayouts.response).get(`/v1/admin/payouts?state=${state}`)).items.filter(
    ({ person }) => person.accountId === accountId,
  )

/** A stay under way, paid by card, at a sitter who has a payout account. */
async function paidStay(peer: StripePeer) {
  const { olga, sam, booking } = await twoPeople(20)
  await as(olga).put(`/v1/bookings/${booking.id}/payment`, {})
  peer.confirm(peer.all('payment_intent').at(-1)!, 'pm_card_visa', false)
  await as(olga).put(`/v1/bookings/${booking.id}/payment`, {})
  await expect.poll(async () => (await readAs(olga, booking)).status).toBe('requested')
  await as(sam).put(`/v1/accounts/${sam.accountId}/payout-account`, {})
  const account = peer.all('account').at(-1)!
  peer.finishAccount(account.id)
  await as(sam).get(`/v1/accounts/${sam.accountId}/payout-account`)
  await accept(sam, await readAs(sam, booking))
  await expect.poll(async () => (await readAs(olga, booking)).payment.status).toBe('captured')
  await beginInHours(booking.id, 1)
  const { version } = await readAs(sam, booking)
  await as(sam).put('/v1/bookings', { id: booking.id, version, event: 'check_in' })
  return { olga, sam, booking, account }
}

type Stay = Awaited<ReturnType<typeof paidStay>>

/** Makes the payment provider refuse the payout of a finished stay. */
async function refusedPayout(peer: StripePeer, operator: Person): Promise<Stay> {
  const stay = await paidStay(peer)
  const { sam, booking, account } = stay
  await beginInHours(booking.id, -200)
  await inDatabase((client) => client.query('update booking set due_at = now() where id = $1', [booking.id]))
  account['payouts_enabled'] = false
  await expect
    .poll(async () => {
      await runClockJob()
      return (await payoutsOf(operator, sam, 'failed')).length
    })
    .toBe(1)
  return stay
}

/** Opens a case about a finished stay, which the sitter has answered. */
async function answeredCase(peer: StripePeer): Promise<Stay> {
  const stay = await paidStay(peer)
  const { olga, sam, booking } = stay
  await beginInHours(booking.id, -50)
  const { version } = await readAs(sam, booking)
  await as(sam).put('/v1/bookings', { id: booking.id, version, event: 'check_out' })
  const send = async (person: Person, event: object) => {
    const read = await readAs(person, booking)
    return as(person, Booking).put('/v1/bookings', { id: booking.id, version: read.version, ...event })
  }
  const { cases } = await send(olga, {
    event: 'open_case',
    kind: 'care',
    words: 'Miso was alone for a whole day, the neighbours say.',
    asked: 20_00,
  })
  await send(sam, {
    event: 'answer_case',
    caseId: cases[0]!.id,
    words: 'I was at the market for two hours.',
  })
  return stay
}

type Desk = { page: Page; hands: Hands; browser: Browser; peer: StripePeer; ada: Person }

/** Goes to a page of the desk by its menu, which narrow screens show on the first page only. */
async function open({ page, hands }: Pick<Desk, 'page' | 'hands'>, name: string): Promise<void> {
  if ((await deskMenu(page).count()) === 0) {
    await hands.press(page.getByRole('link', { name: 'The desk', exact: true }).filter({ visible: true }))
    await expect(page.getByRole('heading', { level: 1, name: 'The desk' })).toBeVisible()
  }
  await hands.press(deskMenu(page).getByRole('link', { name, exact: true }))
  await expect(
    deskMenu(page)
      .or(page.getByRole('link', { name: 'The desk', exact: true }))
      .first(),
  ).toBeVisible()
}

async function decideCase({ page, hands }: Desk, { olga, booking }: Stay): Promise<void> {
  await open({ page, hands }, 'Cases')
  const item = main(page).getByRole('row').filter({ hasText: booking.number })
  await hands.press(item.getByRole('link').first())
  await expect(main(page)).toContainText('I was at the market for two hours.')
  await hands.type(page.getByLabel('Refund to Olga'), '15')
  await expect(main(page)).toContainText('Refunded now to Olga€15.00')
  await hands.type(page.getByLabel('Reasons'), 'One of the two days was not as promised; both of you agree.')
  await hands.press(main(page).getByRole('button', { name: 'Decide the case' }))
  await hands.press(dialog(page).getByRole('button', { name: 'Decide the case' }))
  await expect(main(page).locator('header')).toContainText('Decided')
  expect((await readAs(olga, booking)).payment.refunded).toBe(15_00)
}

async function retryPayout({ page, hands, ada, peer }: Desk, { sam, account }: Stay): Promise<void> {
  await open({ page, hands }, 'Payouts')
  const failed = main(page).getByRole('row').filter({ hasText: sam.name })
  await expect(failed).toContainText('The payout account may not receive payments at the moment.')
  await expect(failed.getByRole('link', { name: sam.name })).toHaveAttribute(
    'href',
    new RegExp(`personId=${sam.accountId}`),
  )
  expect(await findBarriers(page)).toEqual([])
  account['payouts_enabled'] = true
  const transfers = peer.all('transfer').length
  await hands.press(failed.getByRole('button', { name: /^Send again/ }))
  await hands.press(dialog(page).getByRole('button', { name: 'Send it again' }))
  await expect(dialog(page)).toContainText('Write at least 10 characters')
  await hands.type(dialog(page).getByLabel('Why do you send it again?'), 'Sam has confirmed the account.')
  await hands.press(dialog(page).getByRole('button', { name: 'Send it again' }))
  await expect(failed).toHaveCount(0)
  await expect.poll(async () => (await payoutsOf(ada, sam, 'paid')).length).toBe(1)
  expect(peer.all('transfer')).toHaveLength(transfers + 1)
  await hands.press(page.getByRole('link', { name: /^Paid/ }))
  await expect(page.getByRole('table', { name: 'Newest first' })).toContainText(sam.name)
  const paid = main(page).getByRole('row').filter({ hasText: sam.name })
  if (await page.getByLabel('Sorted by').isVisible())
    await hands.choose(page.getByLabel('Sorted by'), 'Amount, ascending')
  else await hands.press(page.getByRole('columnheader', { name: 'Amount' }).getByRole('link'))
  await expect(page).toHaveURL(/sort=-?amount/)
  await expect(paid).toContainText('Paid')
}

async function changeFee({ page, hands }: Desk): Promise<void> {
  await open({ page, hands }, 'Settings')
  const fee = page.getByLabel(/^Fee that owners pay on top/)
  const why = unique('Less until the spring')
  await hands.type(fee, '8')
  await hands.press(page.getByRole('button', { name: 'Show the effect' }))
  const effect = page.getByRole('region', { name: 'Before you save' })
  await expect(effect).toContainText('10% becomes 8%')
  await expect(effect.getByRole('row', { name: /^Booked at €250.00: the owner pays/ })).toContainText(
    'Today€275.00After€270.00',
  )
  await hands.type(effect.getByLabel('Why do you change this?'), why)
  await hands.press(page.getByRole('button', { name: 'Save 1 change' }))
  await expect(effect).toBeHidden()
  await expect(fee).toHaveValue('8')
  await hands.press(page.getByRole('link', { name: 'History' }))
  const versions = page.getByRole('region', { name: 'Versions, newest first' }).getByRole('listitem')
  await expect(versions.first()).toContainText(why)
  // The settings as they were: another version, or the defaults.
  const before = main(page).locator('details').filter({ hasText: 'Go back' }).first()
  await hands.press(before.locator('summary'))
  await hands.type(before.getByLabel('Why do you go back?'), 'The spring has come early.')
  await hands.press(before.getByRole('button', { name: /^Go back to/ }))
  await expect(page.getByText(/^The settings are those of|^The settings are the defaults/)).toBeVisible()
  await expect(versions.first()).toContainText('The spring has come early.')
}

async function suspendAndRestore({ page, hands, browser }: Desk, tess: Person): Promise<void> {
  await open({ page, hands }, 'People')
  await hands.type(page.getByRole('searchbox'), tess.email)
  await hands.press(main(page).getByRole('button', { name: 'Search' }))
  await expect(main(page)).toContainText('Showing 1 person')
  await hands.press(main(page).getByRole('link', { name: tess.name }))
  await expect(page.getByRole('heading', { level: 1, name: tess.name })).toBeVisible()
  await hands.press(page.getByRole('button', { name: 'Suspend this account' }))
  await hands.type(dialog(page).getByLabel('Why do you suspend this account?'), 'Two owners were insulted.')
  await hands.choose(dialog(page).getByLabel('For how long?'), '7 days')
  await hands.press(dialog(page).getByRole('button', { name: 'Suspend', exact: true }))
  await expect(main(page).getByText('Suspended', { exact: true })).toBeVisible()
  await expect(openAs(browser, tess, '/account', refuseToWait)).rejects.toThrow()
  await hands.press(page.getByRole('button', { name: 'Open the account again' }))
  await hands.type(dialog(page).getByLabel('Why do you open this account again?'), 'Tess has said sorry.')
  await hands.press(dialog(page).getByRole('button', { name: 'Open it' }))
  await expect(page.getByRole('region', { name: 'Suspension' })).toContainText('Tess has said sorry.')
}

/** Somebody who is suspended never arrives at the next page. */
const refuseToWait = async (page: Page) => page.setDefaultNavigationTimeout(3_000)

async function handOverCopy({ page, hands }: Desk, tess: Person): Promise<void> {
  const section = page.getByRole('region', { name: 'Data and deletion' })
  await hands.press(section.getByRole('button', { name: 'Prepare a data copy' }))
  await hands.type(dialog(page).getByLabel('Why do you prepare it?'), 'You asked for it in a letter.')
  await hands.press(dialog(page).getByRole('button', { name: 'Prepare it' }))
  await expect(dialog(page)).toHaveCount(0)
  expect((await mailTo(tess.email, /^The copy of your data is ready/)).text).toContain('in a letter')
}

async function changeTerms({ page, hands, browser }: Desk, tess: Person): Promise<void> {
  const clause = unique('Clause')
  await open({ page, hands }, 'Texts')
  await hands.press(main(page).getByRole('link', { name: 'Terms and conditions' }))
  const body = page.getByLabel('Text', { exact: true })
  const before = await body.inputValue()
  await hands.type(body, `## ${clause}`)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(clause)
  await expect(page.getByText(/^The draft is saved, /)).toBeVisible()
  await hands.press(page.getByRole('button', { name: 'Publish…' }))
  await hands.type(dialog(page).getByLabel('What have you changed, and why?'), 'Horses are new here.')
  await hands.tick(dialog(page).getByLabel('This changes what people have agreed to'))
  await hands.press(dialog(page).getByRole('button', { name: 'Publish it' }))
  await expect(main(page).getByText('Edited', { exact: true })).toBeVisible()
  const theirs = await openAs(browser, tess, '/account')
  const notice = theirs.getByRole('region', { name: 'Changed texts' })
  await notice.getByRole('button', { name: 'I agree' }).click()
  await expect(notice).toHaveCount(0)
  await theirs.context().close()
  await hands.press(main(page).getByRole('link', { name: 'Versions', exact: true }))
  await hands.press(page.getByRole('button', { name: 'Go back to the text of the release' }))
  await hands.type(dialog(page).getByLabel('Why do you do this?'), 'Nobody brings a horse.')
  await hands.press(dialog(page).getByRole('button', { name: 'Go back' }))
  await expect(main(page).getByText('As shipped', { exact: true })).toBeVisible()
  await hands.press(main(page).getByRole('link', { name: 'Write', exact: true }))
  await expect(body).toHaveValue(before)
}

const plum = 'rgb(122, 31, 92)'
const wordmarkColour = (page: Page) =>
  page
    .getByRole('banner')
    .locator('.wordmark')
    .first()
    .evaluate((one) => getComputedStyle(one.parentElement!).color)

async function renameAndRecolour({ page, hands }: Desk): Promise<void> {
  await open({ page, hands }, 'Name and look')
  const name = page.getByLabel('Name of the site')
  const colour = page.getByLabel('Main colour', { exact: true })
  const chosen = unique('Kennel')
  const save = async (why: string) => {
    await hands.type(page.getByLabel('Why do you change this?'), why)
    await hands.press(page.getByRole('button', { name: 'Save the look' }))
    await expect(page.getByRole('status').filter({ hasText: 'is saved and in force' })).toBeVisible()
  }
  const green = await wordmarkColour(page)
  await hands.type(name, chosen)
  await hands.type(colour, '#7a1f5c')
  await save('The town has voted for it.')
  await expect(page).toHaveTitle(`Name and look · ${chosen}`)
  await expect.poll(() => wordmarkColour(page)).toBe(plum)
  await hands.type(name, '')
  await hands.type(colour, '')
  await save('Nobody liked it after all.')
  await expect(page).toHaveTitle('Name and look · Sitwell')
  await expect.poll(() => wordmarkColour(page)).toBe(green)
}

for (const { width, by } of [
  { width: 360, by: 'pointer' },
  { width: 1280, by: 'keyboard' },
] as const)
  test(`an operator’s day at ${width} px by ${by}: a case, a payout, a fee, a person, a copy, a text and the look`, async ({
    page,
    browser,
    site: { peer },
  }) => {
    test.setTimeout(480_000)
    await page.setViewportSize({ width, height: 800 })
    const [ada, tess] = await Promise.all([signUp(unique('Ada')), signUp(unique('Tess'))])
    await makeOperator(ada)
    const inQuestion = await answeredCase(peer)
    const unpaid = await refusedPayout(peer, ada)
    const desk: Desk = { page, hands: by === 'keyboard' ? keyboard(page) : pointer, browser, peer, ada }
    await signInHere(page, ada, '/admin')
    await decideCase(desk, inQuestion)
    await retryPayout(desk, unpaid)
    await changeFee(desk)
    await suspendAndRestore(desk, tess)
    await handOverCopy(desk, tess)
    await changeTerms(desk, tess)
    await renameAndRecolour(desk)
  })
