import { expect, type Page, test as base } from '@playwright/test'
import { listMails } from '#contract/mails/mails.ts'
import { startSmtpServer } from '#test/smtp-peer.ts'
import { findBarriers } from './barriers.ts'
import { as, askForNewPassword, makeOperator, type Person, signInHere, signUp, unique } from './people.ts'
import { dialog, main, openAs, press, twoPeople } from './stay.ts'
import { openProduct } from './product.ts'

type MailServer = Awaited<ReturnType<typeof startSmtpServer>>

/** A product of its own with a mail server, which refuses the addresses in `gone`. */
const test = base.extend<object, { site: { url: string; mails: MailServer; gone: Set<string> } }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const gone = new Set<string>()
      const mails = await startSmtpServer({ isGone: (address) => gone.has(address) })
      const product = await openProduct({ DEMO: 'off', SMTP_URL: mails.smtpUrl })
      const { BASE_URL, DATABASE_URL } = process.env
      Object.assign(process.env, { BASE_URL: product.url, DATABASE_URL: product.databaseUrl })
      await use({ url: product.url, mails, gone })
      Object.assign(process.env, { BASE_URL, DATABASE_URL })
      await product.close()
      await mails.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
})

async function operator(): Promise<Person> {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  return ada
}

/** Waits until a mail to the person is in this state. */
const hasMail = (ada: Person, state: string, { email }: Person) =>
  expect
    .poll(async () => {
      const { items } = await as(ada, listMails.response).get(`/v1/admin/mails?state=${state}&q=${email}`)
      return items.length
    })
    .toBeGreaterThan(0)

const axe = async (page: Page) => expect(await findBarriers(page)).toEqual([])

for (const width of [360, 1280])
  test(`at ${width} px an operator reads why a mail was given up, and sends it again or leaves it`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const [ada, tess] = await Promise.all([operator(), signUp(unique('Tess'))])
    site.gone.add(tess.email)
    await askForNewPassword(tess)
    await hasMail(ada, 'given_up', tess)
    await signInHere(page, ada, `/admin/mails?q=${tess.email}`)
    const row = main(page).getByRole('row').filter({ hasText: tess.email })
    await expect(row.first()).toContainText('The mail server refused the recipient: 550 No such mailbox')
    await axe(page)

    await page.goto('/admin')
    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    await waiting.getByRole('link', { name: /given up$/ }).click()
    await expect(page).toHaveURL('/admin/mails')

    await page.goto(`/admin/mails?q=${tess.email}`)
    await row
      .first()
      .getByRole('button', { name: /^Leave unsent/ })
      .click()
    await dialog(page).getByRole('button', { name: 'Leave it unsent' }).click()
    await expect(dialog(page)).toContainText('Write at least 10 characters')
    await dialog(page).getByLabel('Why do you leave it?').fill('Tess has no address at the moment.')
    await dialog(page).getByRole('button', { name: 'Leave it unsent' }).click()
    await expect(main(page)).toContainText('Nothing found')

    site.gone.delete(tess.email)
    await page.goto(`/admin/mails?state=left&q=${tess.email}`)
    await row
      .first()
      .getByRole('button', { name: /^Send again/ })
      .click()
    await dialog(page).getByLabel('Why do you send it again?').fill('The mailbox exists again.')
    await dialog(page).getByRole('button', { name: 'Send it again' }).click()
    await expect.poll(() => site.mails.received.filter(({ to }) => to.includes(tess.email)).length).toBe(1)
    await page.goto(`/admin/mails?state=sent&q=${tess.email}`)
    await expect(row.first()).toContainText('sent again by staff')
    await row.first().getByRole('link', { name: tess.name }).click()
    await page.getByRole('link', { name: 'What became of mails to this address' }).click()
    await expect(page).toHaveURL(/\/admin\/mails\?/)
  })

test('a test mail says what the mail server answered, whether it takes it or not', async ({ page, site }) => {
  const ada = await operator()
  await signInHere(page, ada, '/admin/mails')
  const part = page.getByRole('region', { name: 'Test mail' })
  await expect(part.getByLabel('Address for the test mail')).toHaveValue(ada.email)
  await press(page, 'Send a test mail')
  await expect(part.getByRole('status')).toContainText(/Sent To .*\. 250 /)
  expect(
    site.mails.received.some(({ to, content }) => to.includes(ada.email) && content.includes('Test mail')),
  ).toBe(true)

  const gone = `gone.${unique('x').replaceAll(' ', '')}@example.org`
  site.gone.add(gone)
  await part.getByLabel('Address for the test mail').fill(gone)
  await press(page, 'Send a test mail')
  await expect(part.getByRole('status')).toContainText('The mail server refused the recipient: 550')
  await axe(page)
  await part.getByLabel('Address for the test mail').fill('no address')
  await press(page, 'Send a test mail')
  await expect(part.getByRole('alert')).toContainText('Write an e-mail address')
})

for (const width of [360, 1280])
  test(`at ${width} px an operator stops mails to an address, and the person reads it on the account page`, async ({
    page,
    browser,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const [ada, tess] = await Promise.all([operator(), signUp(unique('Tess'))])
    await signInHere(page, ada, '/admin/mails')
    await page.getByRole('link', { name: 'Stopped addresses' }).click()
    await expect(page).toHaveURL('/admin/mails/addresses')
    await press(page, 'Stop mails to an address')
    await dialog(page).getByRole('button', { name: 'Stop them' }).click()
    await expect(dialog(page)).toContainText('Write an e-mail address')
    await dialog(page).getByLabel('E-mail address').fill(tess.email)
    await dialog(page).getByLabel('Why do you stop them?').fill('Tess has asked us to stop.')
    await dialog(page).getByRole('button', { name: 'Stop them' }).click()
    const item = main(page).getByRole('listitem').filter({ hasText: tess.email })
    await expect(item).toContainText('Tess has asked us to stop.')
    await expect(item.getByRole('link', { name: tess.name })).toBeVisible()
    await axe(page)

    const theirs = await openAs(browser, tess, '/account')
    await expect(main(theirs)).toContainText('We have stopped mails to your address')
    await axe(theirs)
    await main(theirs).getByRole('link', { name: 'Change the address' }).click()
    await expect(theirs).toHaveURL('/account/security')
    await askForNewPassword(tess)
    await hasMail(ada, 'suppressed', tess)
    await page.goto(`/admin/mails?state=suppressed&q=${tess.email}`)
    await expect(main(page)).toContainText('The address gets no more mails: staff have stopped them.')
    expect(site.mails.received.some(({ to }) => to.includes(tess.email))).toBe(false)

    await page.goto(`/admin/mails/addresses?q=${tess.email}`)
    await item.getByRole('button', { name: /again$/ }).click()
    await dialog(page).getByLabel('Why do you send them again?').fill('Tess wants them again.')
    await dialog(page).getByRole('button', { name: 'Send them again' }).click()
    await expect(main(page)).toContainText('Nothing found')
    await theirs.goto('/account')
    await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(theirs.getByText('We have stopped mails')).toHaveCount(0)
    await theirs.context().close()
  })

for (const width of [360, 1280])
  test(`at ${width} px an operator previews the mails about a booking`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const [ada, { booking, olga }] = await Promise.all([operator(), twoPeople(30)])
    await signInHere(page, ada, '/admin/mails/preview')
    await page.getByLabel('Number of a booking').fill('NONE')
    await press(page, 'Search')
    await expect(main(page)).toContainText('There is no booking with this number.')
    await page.getByLabel('Number of a booking').fill(booking.number)
    await press(page, 'Search')
    const sent = page.getByRole('region', { name: 'Sent for this booking' })
    await expect(sent.getByRole('listitem')).toHaveCount(2)
    await sent.getByRole('listitem').filter({ hasText: 'To the sitter' }).getByRole('link').click()
    const mail = page.frameLocator('iframe[title="The mail as HTML"]')
    await expect(mail.getByText(olga.name).last()).toBeVisible()
    await expect(mail.getByRole('link', { name: 'Answer the request' })).toBeVisible()
    await page.getByText('As plain text').click()
    await expect(page.locator('pre')).toContainText(booking.number)
    await axe(page)
    const possible = page.getByRole('region', { name: 'For events that have not happened' })
    await possible.getByRole('listitem').filter({ hasText: 'To the owner' }).first().getByRole('link').click()
    await expect(page).toHaveURL(/mail=\w+\.owner/)
  })
