import { expect, test } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { mailTo, makeOperator, signInHere, signUp, unique } from './people.ts'
import { main, openAs, press, twoPeople } from './stay.ts'

for (const width of [360, 1280])
  test(`at ${width} px an operator merges a second account, and the person finds everything in one`, async ({
    page,
    browser,
  }) => {
    const [ada, { olga, sam, booking }, tess] = await Promise.all([
      signUp(unique('Ada')),
      twoPeople(20),
      signUp(unique('Tess')),
    ])
    await makeOperator(ada)
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, ada, `/admin/people/${tess.accountId}`)
    const section = page.getByRole('region', { name: 'Merge', exact: true })
    const other = section.getByLabel('E-mail address or id of the account that goes')
    await press(page, 'See what a merge would do')
    await expect(section.getByRole('alert')).toContainText('Write the address of the other account')
    await other.fill(sam.email)
    await press(page, 'See what a merge would do')
    await expect(section).toContainText('cannot be merged yet')
    await expect(section).toContainText('Merge the other way round')

    await other.fill(olga.email)
    await press(page, 'See what a merge would do')
    const preview = section.getByRole('region', { name: 'What a merge would do' })
    await expect(preview).toContainText('1 booking')
    expect(await findBarriers(page)).toEqual([])
    await preview.getByRole('button', { name: 'Merge it into this account' }).click()
    const dialog = page.getByRole('alertdialog', { name: `Merge ${olga.email} into ${tess.email}?` })
    await dialog.getByLabel('Why do you merge them?').fill('You wrote to us from both addresses.')
    await dialog.getByRole('button', { name: 'Merge them' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(preview).toHaveCount(0)
    await expect(
      page.getByRole('region', { name: 'Latest bookings' }).getByRole('link', { name: booking.number }),
    ).toBeVisible()
    for (const { email } of [olga, tess])
      expect((await mailTo(email, /are one now$/)).text).toContain('You wrote to us from both addresses.')

    const theirs = await openAs(browser, tess, `/account/bookings/${booking.id}`)
    await expect(main(theirs)).toContainText(booking.number)
    await theirs.context().close()
  })
