import { expect, test } from '@playwright/test'
import {
  as,
  becomeSitter,
  findTown,
  makeOperator,
  signInHere,
  signUp,
  unique,
  untilFound,
  untilGone,
} from './people.ts'
import { main, openAs, press } from './stay.ts'

test('an operator removes a reported profile, and the reporter sees why', async ({ page, browser }) => {
  const [olga, sam, ada, town] = await Promise.all([
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    signUp(unique('Ada')),
    findTown('Velas'),
  ])
  await makeOperator(ada)
  const headline = unique('Free holidays for everybody')
  const sitter = await becomeSitter(sam, town.id, headline)
  await untilFound(sitter, town.id)
  const visitor = await browser.newPage({ baseURL: process.env['BASE_URL']! })
  const statusForVisitor = async () => (await visitor.goto(`/sitters/${sitter.id}`))?.status()
  expect(await statusForVisitor()).toBe(200)

  await signInHere(page, olga, `/sitters/${sitter.id}`)
  await page.getByRole('button', { name: 'Report this profile' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Send the report' }).click()
  await expect(form).toContainText('Choose what is wrong')
  await form.getByLabel('Fraud, or a way around the site').check()
  await form.getByLabel('What should we know?').fill('He asks for money before anything.')
  await form.getByRole('button', { name: 'Send the report' }).click()
  await expect(form).toBeHidden()

  const adaPage = await openAs(browser, ada, `/admin/reports?q=${encodeURIComponent(sam.name)}`)
  const queued = main(adaPage).getByRole('row').filter({ hasText: sam.name })
  await expect(queued).toContainText('Fraud, or a way around the site')
  await queued.getByRole('link').click()
  await expect(main(adaPage)).toContainText(headline)
  await expect(main(adaPage)).toContainText('He asks for money before anything.')
  await adaPage.getByLabel('Remove it').check()
  await adaPage.getByLabel('Why').fill('Payments go through what was agreed here.')
  await press(adaPage, 'Decide')
  await expect(main(adaPage)).toContainText('It was removed.')
  await adaPage.goto(`/admin/reports?q=${encodeURIComponent(sam.name)}`)
  await expect(main(adaPage)).toContainText('No report found')
  await adaPage.context().close()

  await page.goto('/account/reports')
  const reported = main(page)
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/sitters/${sitter.id}"]`) })
  await expect(reported).toContainText('You were right')
  await expect(reported).toContainText('It was removed.')
  await expect(reported).toContainText('Payments go through what was agreed here.')
  await expect(as(olga).get(`/v1/sitters/by-id/${sitter.id}`)).rejects.toThrow('404')
  // A page in the cache may be shown for a few seconds more.
  await expect.poll(statusForVisitor).toBe(404)
  await untilGone(sitter, town.id)
  await visitor.close()
})
