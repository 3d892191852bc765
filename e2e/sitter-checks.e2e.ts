import { expect, type Page } from '@playwright/test'
import { test } from './own-product.ts'
import { becomeSitter, findTown, mailTo, makeOperator, signInHere, signUp, unique } from './people.ts'
import { openAs, openOnDesk } from './stay.ts'
import { inDatabase } from './time.ts'

const list = '/admin/sitters'

const notThere = (page: Page, path: string) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(`Page Not Found: ${path}`)

/** Switches the setting on if it is off; the switch is enabled again once the response has arrived. */
async function requireProfileReview(page: Page): Promise<void> {
  const wait = page.getByRole('switch', { name: 'New profiles wait here' })
  await wait.check()
  await expect(wait).toBeEnabled()
  await expect(wait).toBeChecked()
}

test('operator pages redirect visitors to sign-in and are 404 for others', async ({ page, request }) => {
  const answer = await request.get(list, { maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  expect(answer.headers()['location']).toBe(`/auth/sign-in?next=${encodeURIComponent(list)}`)
  await signInHere(page, await signUp(unique('Eve')))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the desk' })).toHaveCount(0)
  for (const path of [list, `${list}/0b000000-0000-7000-8000-000000000001`, `${list}/nonsense`]) {
    await page.goto(path)
    await notThere(page, path)
  }
})

test('a new profile waits for review, is sent back with a reason, and is published after approval', async ({
  page,
  browser,
  request,
}) => {
  const [ada, sam] = await Promise.all([signUp(unique('Ada')), signUp(unique('Sam'))])
  await makeOperator(ada)
  await signInHere(page, ada)
  await openOnDesk(page, 'Profiles to check')
  await expect(page).toHaveURL(list)
  await expect(page.getByText('Nobody is waiting')).toBeVisible()
  await requireProfileReview(page)
  await page.reload()
  await expect(page.getByRole('switch')).toBeChecked()

  const headline = unique('A house with a walled garden')
  const sitter = await becomeSitter(sam, (await findTown('Tavira')).id, headline)
  expect((await request.get(`/sitters/${sitter.id}`)).status()).toBe(404)
  const own = `/account/sitters/${sitter.id}`
  const samPage = await openAs(browser, sam, `${own}?welcome=1`)
  await expect(samPage.locator('#main')).toContainText('Thank you, your profile is sent')
  await expect(samPage.getByRole('region', { name: 'Status' })).toContainText('Being checked')

  await page.reload()
  const item = page.getByRole('listitem').filter({ hasText: headline })
  await expect(item).toContainText('Tavira')
  await expect(item).toContainText('boarding')
  await item.getByRole('link').click()
  await expect(page).toHaveURL(`${list}/${sitter.id}`)
  await expect(page.getByRole('region', { name: /^The profile of Sam/ })).toContainText(headline)
  await page.getByRole('button', { name: /^Send back Sam / }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Keep reading' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Send it back' }).click()
  await expect(dialog.getByRole('alert')).toContainText('There is a problem')
  await dialog.getByLabel('What has to change?').fill('Please say how high the garden wall is.')
  await dialog.getByRole('button', { name: 'Send it back' }).click()
  await expect(page).toHaveURL(list)
  await expect(page.getByText('Nobody is waiting')).toBeVisible()

  await samPage.goto(own)
  const status = samPage.getByRole('region', { name: 'Status' })
  await expect(status).toContainText('Draft')
  await expect(status).toContainText('Please say how high the garden wall is.')
  expect((await mailTo(sam.email, /needs a change/)).text).toContain('how high the garden wall is')
  await samPage.getByLabel('Headline').fill(`${headline}, two metres`)
  await status.getByRole('button', { name: 'Publish my profile' }).click()
  await expect(status).toContainText('Being checked')
  await expect(status).not.toContainText('how high')

  await page.reload()
  await page.getByRole('button', { name: /^Approve Sam/ }).click()
  await expect(page.getByText(/^The profile of Sam .* is published$/)).toBeVisible()
  await expect(page.getByText('Nobody is waiting')).toBeVisible()

  await samPage.reload()
  await expect(status).toContainText('Published')
  await samPage.goto(`/sitters/${sitter.id}`)
  await expect(samPage.locator('#main')).toContainText(`${headline}, two metres`)
  expect((await mailTo(sam.email, /is published/)).text).toContain(own)
  await samPage.context().close()
})

test('approving a profile that another operator has already published shows an error', async ({ page }) => {
  const [ada, sam] = await Promise.all([signUp(unique('Ada')), signUp(unique('Sam'))])
  await makeOperator(ada)
  await signInHere(page, ada, list)
  await requireProfileReview(page)
  const sitter = await becomeSitter(sam, (await findTown('Tavira')).id, unique('A quiet flat'))
  await page.goto(`${list}/${sitter.id}`)
  const approve = page.getByRole('button', { name: /^Approve Sam/ })
  await expect(approve).toBeVisible()
  await inDatabase((client) =>
    client.query(`update sitter set status = 'published', version = version + 1 where id = $1`, [sitter.id]),
  )
  await approve.click()
  await expect(page.getByRole('alert')).toContainText('This profile is not waiting to be checked')
})
