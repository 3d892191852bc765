import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { readZip } from '#test/zip.ts'
import { card, confirmation, heading } from './identity-mail.ts'
import { addCat, mailTo, type Person, signInHere, signUp, unique } from './people.ts'
import { inDatabase } from './time.ts'

const ownData = '/account/data'
const quarterHour = 15 * 60_000

/** Changes the state of the newest export in the database. */
const change = (person: Person, words: string) =>
  inDatabase((client) =>
    client.query(`update data_export set ${words} where account_id = $1`, [person.accountId]),
  )
const pressed = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

test('a copy of the data is requested on the account page, announced by mail and downloaded', async ({
  page,
}) => {
  const person = await signUp(unique('Olivia'))
  await addCat(person, 'Mittens')
  await signInHere(page, person)
  await page.getByRole('main').getByRole('link', { name: 'Privacy and data' }).click()
  await expect(heading(page)).toHaveText('Privacy and data')
  await pressed(page, 'Ask for a copy').click()
  await expect(card(page, 'A copy of your data').getByRole('status')).toContainText('It is ready')

  const mail = await mailTo(person.email)
  expect(mail.subject).toBe('The copy of your data is ready')
  expect(mail.text).toContain(ownData)
  expect(mail.text).not.toContain('/exports/')

  await page.reload()
  await expect(card(page, 'A copy of your data').getByRole('status')).toContainText('is deleted on')
  const [download] = await Promise.all([page.waitForEvent('download'), pressed(page, 'Download').click()])
  expect(download.suggestedFilename()).toMatch(/^sitwell-copy-\d{4}-\d\d-\d\d\.zip$/)
  const files = readZip(await readFile(await download.path()))
  expect(JSON.parse(files.get('pets.json')!.toString('utf8'))).toMatchObject({ pets: [{ name: 'Mittens' }] })
  expect(files.get('README.txt')!.toString('utf8')).toContain(person.name)
  await expect(page, 'the page stays').toHaveURL(ownData)
})

test('progress is shown and survives a reload, and a failed or deleted copy can be requested again', async ({
  page,
}) => {
  const person = await signUp(unique('Paula'))
  await signInHere(page, person, ownData)
  await pressed(page, 'Ask for a copy').click()
  await expect(card(page, 'A copy of your data').getByRole('status')).toContainText('It is ready')

  await change(
    person,
    `state = 'preparing', finished_at = null, ends_at = null, done = 42, steps = 100,
      claimed_until = asked_at + interval '1 day'`,
  )
  await page.reload()
  const progress = page.getByRole('progressbar', { name: 'Your copy is being made' })
  await expect(progress).toHaveAttribute('aria-valuenow', '42')
  await change(person, 'done = 77')
  await expect(progress).toHaveAttribute('aria-valuenow', '77')
  await page.reload()
  await expect(progress).toHaveAttribute('aria-valuenow', '77')

  await change(person, `state = 'failed', claimed_until = null, finished_at = asked_at`)
  await expect(page.getByText('Your last copy could not be made')).toBeVisible()
  await pressed(page, 'Ask again').click()
  await expect(card(page, 'A copy of your data').getByRole('status')).toContainText('It is ready')

  await change(person, `state = 'ended', ends_at = asked_at + interval '7 days', finished_at = asked_at`)
  await pressed(page, 'Download').click()
  await expect(page.getByRole('alert')).toContainText('This copy of your data no longer exists')
  await page.reload()
  await expect(page.getByText('Your last copy was deleted on')).toBeVisible()
  await pressed(page, 'Ask for a new copy').click()
  await expect(page.getByText('You can ask for another copy from')).toBeVisible()
})

test('requesting a copy long after sign-in asks for the password first', async ({ page }) => {
  await page.clock.install()
  const person = await signUp(unique('Quentin'))
  await signInHere(page, person, ownData)
  await page.clock.fastForward(quarterHour)
  await pressed(page, 'Ask for a copy').click()
  await confirmation(page).getByRole('button', { name: 'Close' }).click()
  await expect(pressed(page, 'Ask for a copy')).toBeVisible()
  await pressed(page, 'Ask for a copy').click()
  await confirmation(page).getByLabel('Password', { exact: true }).fill(person.password)
  await confirmation(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(heading(page)).toHaveText('Privacy and data')
  await expect(card(page, 'A copy of your data')).toBeVisible()
})
