import { expect, test } from '@playwright/test'
import {
  addCat,
  becomeSitter,
  dayFromToday,
  findTown,
  makeOperator,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { main, openAs, openOnDesk, press } from './stay.ts'

test('an operator creates a promo code; a request explains an invalid code and applies the valid one', async ({
  page,
  browser,
}) => {
  const [ada, olga, sam, town] = await Promise.all([
    signUp(unique('Ada')),
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    findTown('Ponta Delgada'),
  ])
  await Promise.all([makeOperator(ada), addCat(olga, 'Miso')])
  const sitter = await becomeSitter(sam, town.id, unique('Codes above the harbour'))
  const code = unique('spring').replace(' ', '-')

  await signInHere(page, ada)
  await openOnDesk(page, 'Promo codes')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
  await page.getByText('An amount', { exact: true }).click()
  await press(page, 'Make the code')
  await expect(page.getByRole('alert')).toContainText('Enter the amount that it takes off')
  await page.getByLabel('Amount', { exact: true }).fill('10')
  await page.getByRole('textbox', { name: 'Budget (optional)' }).fill('25')
  await press(page, 'Make the code')
  const made = main(page).getByRole('listitem').filter({ hasText: code.toUpperCase() })
  await expect(made).toContainText('€25.00 left of €25.00')

  const days = `start=${dayFromToday(20)}&end=${dayFromToday(22)}`
  const olgaPage = await openAs(browser, olga, `/sitters/${sitter.id}?service=boarding&${days}`)
  await expect(olgaPage.getByRole('checkbox', { name: 'Miso' })).toBeChecked()
  await olgaPage.getByRole('link', { name: 'Request to book' }).first().click()
  const check = olgaPage.getByRole('dialog', { name: 'Check your request' })
  await check.getByText('I have a promo code').click()
  await check.getByLabel('Promo code').fill('no-such-code')
  await check.getByRole('button', { name: 'Use it' }).click()
  await expect(check).toContainText(
    'You cannot use the code NO-SUCH-CODE for this booking. Check the spelling',
  )
  await expect(check.getByRole('button', { name: 'Send request' })).toBeDisabled()
  await check.getByLabel('Promo code').fill(code)
  await check.getByRole('button', { name: 'Use it' }).click()
  await expect(check).toContainText(`${code.toUpperCase()} takes €10.00 off.`)
  await expect(olgaPage).toHaveURL(new RegExp(`promoCode=${code}`))
  await olgaPage.reload()
  await check.getByRole('button', { name: 'Send request, €56.00' }).click()
  await expect(olgaPage).toHaveURL(/\/account\/bookings\/[0-9a-f-]{36}/)
  await expect(main(olgaPage)).toContainText(`Promo code ${code.toUpperCase()}`)
  await olgaPage.context().close()

  await page.reload()
  await expect(made).toContainText('€15.00 left of €25.00')
  await made.getByRole('button', { name: `End ${code.toUpperCase()}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await expect(made).toContainText('Ended')
})
