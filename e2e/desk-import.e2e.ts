import { expect, type Page } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { test } from './own-product.ts'
import { as, mailTo, makeOperator, proveAddress, signInHere, signUp, unique } from './people.ts'
import { dialog, main, press } from './stay.ts'

test.use({ site: 'imports' })
const reason = 'The club moves over, and its sitters know.'

async function checkFile(page: Page, kind: string, name: string, lines: string[]) {
  await main(page).getByLabel('What is in it').selectOption(kind)
  await main(page)
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await press(page, 'Check the file')
}

const importOf = (page: Page, name: string) => main(page).getByRole('listitem').filter({ hasText: name })

async function doWithReason(page: Page, name: string, act: string, confirm: string) {
  await importOf(page, name).getByRole('button', { name: act }).click()
  await dialog(page).getByLabel('Why do you do this?').fill(reason)
  await dialog(page).getByRole('button', { name: confirm, exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

for (const width of [360, 1280])
  test(`at ${width} px staff check a file, import it, and its person takes the profile over`, async ({
    page,
    browser,
  }) => {
    const id = unique('club')
    const name = `${id}.csv`
    const person = await signUp(unique('Moira'))
    await proveAddress(person)
    const ada = await signUp(unique('Ada'))
    await makeOperator(ada)
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, ada, '/admin/import')
    await checkFile(page, 'sitters', name, [
      'external_id,name,email,headline,boarding',
      `${id},Moira Mills,${person.email},A cottage by the loch,21.50`,
      `${id}-2,,nobody,,`,
    ])
    await expect(importOf(page, name)).toContainText('1 new, 1 refused')
    await importOf(page, name).getByRole('button', { name: 'Show the refused rows' }).click()
    await expect(importOf(page, name)).toContainText('Line 3')
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await doWithReason(page, name, 'Import…', 'Import')
    await expect(importOf(page, name)).toContainText('Imported')
    await doWithReason(page, name, 'Invite the sitters…', 'Send the invitations')
    expect((await mailTo(person.email, /can move to/)).text).toContain('nobody else sees it')
    await page.reload()
    await expect(importOf(page, name)).toContainText('1 person invited')

    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const own = await context.newPage()
    await signInHere(own, person, '/account/sitters')
    await expect(main(own)).toContainText('A cottage by the loch')
    expect(await findBarriers(own)).toEqual([])
    await press(own, 'Take it over')
    await expect(own).toHaveURL(/\/account\/sitters\/[0-9a-f-]{36}$/)
    await expect(main(own).getByText('Draft', { exact: true })).toBeVisible()
    await context.close()

    await page.reload()
    await expect(importOf(page, name)).toContainText('1 took the profile over')
    await expect(importOf(page, name).getByRole('button', { name: 'Undo…' })).toHaveCount(0)
    const audit = await as(ada).get('/v1/admin/acts?permission=people.import')
    expect(JSON.stringify(audit)).toContain(reason)
  })

test('an import that nobody has accepted can be undone', async ({ page }) => {
  const name = `${unique('club')}.csv`
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  await signInHere(page, ada, '/admin/import')
  await checkFile(page, 'sitters', name, ['external_id,name,email', 'club-9,Ann,ann@example.org'])
  await doWithReason(page, name, 'Undo…', 'Undo')
  await expect(importOf(page, name)).toContainText('Undone')
})
