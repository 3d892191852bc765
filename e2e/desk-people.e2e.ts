import { expect, test } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { linkTo } from './identity-mail.ts'
import { giveRoles, mailTo, makeOperator, signInHere, signUp, unique } from './people.ts'
import { main, openAs, openOnDesk, press, twoPeople } from './stay.ts'

for (const width of [360, 1280])
  test(`at ${width} px an operator finds a person, suspends them with a reason, and opens the account again`, async ({
    page,
    browser,
  }) => {
    const [ada, tess] = await Promise.all([signUp(unique('Ada')), signUp(unique('Tess'))])
    await makeOperator(ada)

    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, ada)
    await openOnDesk(page, 'People')
    await page.getByRole('searchbox').fill(tess.email)
    await press(page, 'Search')
    await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(tess.email).replace('%40', '(%40|@)')}`))
    await main(page).getByRole('link', { name: tess.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: tess.name })).toBeVisible()
    await expect(main(page)).toContainText('This account has never been suspended.')
    expect(await findBarriers(page)).toEqual([])

    await press(page, 'Suspend this account')
    const dialog = page.getByRole('alertdialog', { name: `Suspend ${tess.name}?` })
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
    await expect(dialog).toContainText('Write at least 10 characters')
    const reason = 'Two owners were insulted in messages.'
    await dialog.getByLabel('Why do you suspend this account?').fill(reason)
    await dialog.getByLabel('For how long?').selectOption('7 days')
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
    const suspension = page.getByRole('region', { name: 'Suspension' })
    await expect(suspension).toContainText(reason)
    await expect(suspension).toContainText(`by ${ada.name}, until`)
    await expect(main(page).getByText('Suspended', { exact: true })).toBeVisible()

    const theirs = await (await browser.newContext({ baseURL: process.env['BASE_URL']! })).newPage()
    await theirs.goto('/auth/sign-in')
    await theirs.getByLabel('E-mail', { exact: true }).fill(tess.email)
    await theirs.getByLabel('Password', { exact: true }).fill(tess.password)
    await press(theirs, 'Sign in')
    await expect(theirs.getByText('This account has been disabled.')).toBeVisible()

    await press(page, 'Open the account again')
    const opening = page.getByRole('alertdialog')
    await opening.getByLabel('Why do you open this account again?').fill('Tess has said sorry to both.')
    await opening.getByRole('button', { name: 'Open it' }).click()
    await expect(suspension).toContainText('Tess has said sorry to both.')
    await expect(page.getByRole('button', { name: 'Suspend this account' })).toBeVisible()
    await press(theirs, 'Sign in')
    await expect(theirs).toHaveURL('/account')
    await theirs.context().close()

    // Both steps are written down, with their reasons.
    await page
      .getByRole('region', { name: 'Account' })
      .getByRole('link', { name: 'What staff have done' })
      .click()
    await expect(main(page)).toContainText(reason)
    await expect(main(page)).toContainText('Tess has said sorry to both.')
  })

for (const width of [360, 1280])
  test(`at ${width} px support signs a person out everywhere and makes them choose a new password by mail`, async ({
    page,
    browser,
  }) => {
    const [sue, tess] = await Promise.all([signUp(unique('Sue')), signUp(unique('Tess'))])
    await giveRoles(sue, ['support'])
    const theirs = await openAs(browser, tess, '/account')
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, sue, `/admin/people/${tess.accountId}`)
    const signIns = page.getByRole('region', { name: 'Sign-ins' })
    await expect(signIns).toContainText('Signed in on 2 devices')

    await press(page, 'Sign out on all devices')
    const signingOut = page.getByRole('alertdialog', { name: `Sign ${tess.name} out on all devices?` })
    await signingOut.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(signingOut).toContainText('Write at least 10 characters')
    await signingOut.getByLabel('Why do you sign them out?').fill('You left a computer in the library open.')
    await signingOut.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(signIns).toContainText('No device is signed in.')
    await theirs.goto('/account')
    await expect(theirs).toHaveURL(/\/auth\/sign-in/)
    const told = await mailTo(tess.email, /^Every device was signed out/)
    expect(told.text).toContain('You left a computer in the library open.')

    await press(page, 'Force a new password')
    const resetting = page.getByRole('alertdialog', { name: `Force a new password for ${tess.name}?` })
    await resetting.getByLabel('Why do they need a new password?').fill('Your password is on a public list.')
    expect(await findBarriers(page)).toEqual([])
    await resetting.getByRole('button', { name: 'Remove the password' }).click()
    await expect(resetting).toHaveCount(0)
    await expect(signIns).toContainText('password reset forced')
    await theirs.getByLabel('E-mail', { exact: true }).fill(tess.email)
    await theirs.getByLabel('Password', { exact: true }).fill(tess.password)
    await press(theirs, 'Sign in')
    await expect(theirs.getByRole('alert')).toBeVisible()

    // The mail leads to the page that sends a link to a new password.
    const { text } = await mailTo(tess.email, /needs a new password$/)
    expect(text).toContain('Your password is on a public list.')
    await theirs.goto(new URL(/https?:\S+\/auth\/forgot-password/.exec(text)![0]).pathname)
    await theirs.getByLabel('E-mail', { exact: true }).fill(tess.email)
    await press(theirs, 'Send me the link')
    expect((await mailTo(tess.email, /^Choose a new password/)).text).toContain('oobCode=')
    await theirs.context().close()
  })

for (const width of [360, 1280])
  test(`at ${width} px support notes something about a person, changes it and deletes it`, async ({
    page,
  }) => {
    const [sue, tess] = await Promise.all([signUp(unique('Sue')), signUp(unique('Tess'))])
    await giveRoles(sue, ['support'])
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, sue, `/admin/people/${tess.accountId}`)
    const notes = page.getByRole('region', { name: 'Notes' })
    await expect(notes).toContainText('Nothing is noted about this person.')
    await notes.getByRole('button', { name: 'Add the note' }).click()
    await expect(notes.getByRole('alert')).toContainText('Write the note')
    await notes.getByLabel('New note').fill('Prefers the telephone, after six.')
    await notes.getByRole('button', { name: 'Add the note' }).click()
    const note = notes.getByRole('article')
    await expect(note).toContainText('Prefers the telephone, after six.')
    await expect(note).toContainText(sue.name)
    await expect(notes.getByLabel('New note')).toHaveValue('')

    await note.getByRole('button', { name: 'Change the note' }).click()
    await notes.getByLabel('Change the note').fill('Prefers mail.')
    expect(await findBarriers(page)).toEqual([])
    await notes.getByRole('button', { name: 'Save the note' }).click()
    await expect(note).toContainText('Prefers mail.')
    await expect(note).toContainText(', changed ')

    await note.getByRole('button', { name: 'Delete the note' }).click()
    const deleting = page.getByRole('alertdialog', { name: 'Delete this note?' })
    await expect(deleting).toContainText('Prefers mail.')
    await deleting.getByRole('button', { name: 'Delete it' }).click()
    await expect(notes).toContainText('Nothing is noted about this person.')
  })

for (const width of [360, 1280])
  test(`at ${width} px an owner of the site gives a role and takes it again, and the person follows at once`, async ({
    page,
    browser,
  }) => {
    const [iris, tess] = await Promise.all([signUp(unique('Iris')), signUp(unique('Tess'))])
    await giveRoles(iris, ['instance_owner'])
    const theirs = await openAs(browser, tess, '/account')
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, iris, `/admin/people/${tess.accountId}`)
    const section = page.getByRole('region', { name: 'Roles' })
    await expect(section).toContainText('This person does not help to run the site.')

    await press(page, 'Change the roles')
    const giving = page.getByRole('alertdialog', { name: `Change the roles of ${tess.name}` })
    await giving.getByLabel('Support', { exact: true }).check()
    await giving.getByRole('button', { name: 'Change them' }).click()
    await expect(giving).toContainText('Write at least 10 characters')
    await giving.getByLabel('Why do you change the roles?').fill('Tess answers our mail from now on.')
    expect(await findBarriers(page)).toEqual([])
    await giving.getByRole('button', { name: 'Change them' }).click()
    await expect(section).toContainText('Support')
    await theirs.goto('/admin/people')
    await expect(theirs.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
    const { text } = await mailTo(tess.email, /^Your roles/)
    expect(text).toContain('Tess answers our mail from now on.')

    await press(page, 'Change the roles')
    const taking = page.getByRole('alertdialog', { name: `Change the roles of ${tess.name}` })
    await expect(taking.getByLabel('Support', { exact: true })).toBeChecked()
    await taking.getByLabel('Support', { exact: true }).uncheck()
    await taking.getByLabel('Why do you change the roles?').fill('Tess has left the team.')
    await taking.getByRole('button', { name: 'Change them' }).click()
    await expect(section).toContainText('This person does not help to run the site.')
    await theirs.goto('/admin/people')
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(/not found/i)
    await theirs.context().close()
  })

test('an operator sees roles but no way to change them', async ({ page }) => {
  const [ada, tess] = await Promise.all([signUp(unique('Ada')), signUp(unique('Tess'))])
  await makeOperator(ada)
  await signInHere(page, ada, `/admin/people/${tess.accountId}`)
  await expect(page.getByRole('region', { name: 'Suspension' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change the roles' })).toHaveCount(0)
})

for (const width of [360, 1280])
  test(`at ${width} px an operator prepares a data copy and deletes an account, and the person keeps it`, async ({
    page,
    browser,
  }) => {
    const [ada, tess] = await Promise.all([signUp(unique('Ada')), signUp(unique('Tess'))])
    await makeOperator(ada)
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, ada, `/admin/people/${tess.accountId}`)
    const section = page.getByRole('region', { name: 'Data and deletion' })
    await section.getByRole('button', { name: 'Prepare a data copy' }).click()
    const copying = page.getByRole('alertdialog', { name: `Prepare a copy of the data of ${tess.name}?` })
    await copying.getByLabel('Why do you prepare it?').fill('You asked for it in a letter.')
    await copying.getByRole('button', { name: 'Prepare it' }).click()
    await expect(copying).toHaveCount(0)
    const ready = await mailTo(tess.email, /^The copy of your data is ready/)
    expect(ready.text).toContain('You asked for it in a letter.')

    await section.getByRole('button', { name: 'Delete the account' }).click()
    const deleting = page.getByRole('alertdialog', { name: `Delete the account of ${tess.name}?` })
    await deleting.getByLabel('Why do you delete this account?').fill('You asked for it on the phone.')
    expect(await findBarriers(page)).toEqual([])
    await deleting.getByRole('button', { name: 'Delete the account' }).click()
    await expect(section).toContainText('The account will be erased')
    await expect(section.getByRole('button')).toHaveText(['Keep the account'])

    // The link in the mail is the same way back as after a deletion by the person.
    const { text } = await mailTo(tess.email, /will be deleted on/)
    expect(text).toContain('You asked for it on the phone.')
    const theirs = await (await browser.newContext({ baseURL: process.env['BASE_URL']! })).newPage()
    await theirs.goto(new URL(/https?:\S+\/deletion\/\S+/.exec(text)![0]).pathname)
    await press(theirs, 'Keep my account')
    await mailTo(tess.email, /^We are keeping/)
    await theirs.context().close()
    await page.reload()
    await section.getByRole('button', { name: 'Delete the account' }).click()
    await deleting.getByLabel('Why do you delete this account?').fill('You asked for it again.')
    await deleting.getByRole('button', { name: 'Delete the account' }).click()
    await section.getByRole('button', { name: 'Keep the account' }).click()
    const keeping = page.getByRole('alertdialog', { name: `Keep the account of ${tess.name}?` })
    await keeping.getByLabel('Why do you keep this account?').fill('You have changed your mind.')
    await keeping.getByRole('button', { name: 'Keep it' }).click()
    await expect(section.getByRole('button', { name: 'Delete the account' })).toBeVisible()
  })

test('an account on which others depend is not deleted: the page lists what is open', async ({ page }) => {
  const [ada, { olga, booking }] = await Promise.all([signUp(unique('Ada')), twoPeople(20)])
  await makeOperator(ada)
  await signInHere(page, ada, `/admin/people/${olga.accountId}`)
  const section = page.getByRole('region', { name: 'Data and deletion' })
  await section.getByRole('button', { name: 'Delete the account' }).click()
  await expect(section).toContainText('This account cannot be deleted yet')
  await section.getByRole('link', { name: `Booking ${booking.number} is still open` }).click()
  await expect(page).toHaveURL(`/admin/bookings/${booking.id}`)
})

for (const width of [360, 1280])
  test(`at ${width} px an operator corrects a name and an address, which counts once it is confirmed`, async ({
    page,
    browser,
  }) => {
    const [ada, tess] = await Promise.all([signUp(unique('Ada')), signUp(unique('Tess'))])
    await makeOperator(ada)
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, ada, `/admin/people/${tess.accountId}`)
    await press(page, 'Correct the details')
    const correcting = page.getByRole('alertdialog', { name: `Correct the details of ${tess.name}` })
    const [newName, newEmail] = [unique('Tessa'), tess.email.replace('tess.', 'tessa.')]
    await correcting.getByLabel('Name', { exact: true }).fill(newName)
    await correcting.getByLabel('E-mail address').fill(newEmail)
    await correcting.getByLabel('Why do you correct this?').fill('Both were misspelt.')
    expect(await findBarriers(page)).toEqual([])
    await correcting.getByRole('button', { name: 'Correct them' }).click()
    await expect(page.getByRole('heading', { level: 1, name: newName })).toBeVisible()
    const account = page.getByRole('region', { name: 'Account' })
    await expect(account).toContainText(tess.email)
    expect((await mailTo(tess.email, /^We have corrected/)).text).toContain('Both were misspelt.')

    const theirs = await (await browser.newContext({ baseURL: process.env['BASE_URL']! })).newPage()
    const { pathname, search } = new URL(await linkTo(newEmail, /^Confirm your new e-mail address/))
    await theirs.goto(`${pathname}${search}`)
    await press(theirs, 'Use this address')
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Your new address is in use')
    await theirs.context().close()
    await expect(async () => {
      await page.reload()
      await expect(account).toContainText(`${newEmail} (verified)`)
    }).toPass()
  })

test('support sees a person but cannot suspend them', async ({ page }) => {
  const [sue, tess] = await Promise.all([signUp(unique('Sue')), signUp(unique('Tess'))])
  await giveRoles(sue, ['support'])
  await signInHere(page, sue, `/admin/people/${tess.accountId}`)
  await expect(page.getByRole('heading', { level: 1, name: tess.name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Suspension' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suspend this account' })).toHaveCount(0)
  await expect(main(page).getByRole('link', { name: 'Transfers in the ledger' })).toHaveCount(0)
})
