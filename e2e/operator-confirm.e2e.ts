import { expect, test } from '@playwright/test'
import { confirmation } from './identity-mail.ts'
import { makeOperator, signInHere, signUp, unique } from './people.ts'
import { main, openOnDesk, press } from './stay.ts'
import { inDatabase } from './time.ts'

test('an operator action long after sign-in asks for the password and continues with the same input', async ({
  page,
}) => {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  await signInHere(page, ada)
  await openOnDesk(page, 'Promo codes')
  const code = unique('autumn').replace(' ', '-')
  const letters = page.getByRole('textbox', { name: 'Code', exact: true })
  await letters.fill(code)
  await page.getByText('An amount', { exact: true }).click()
  await page.getByLabel('Amount', { exact: true }).fill('10')

  // The product's clock cannot be set, so the sign-in is moved into the past; the browser's next token contains the new
  // time.
  await inDatabase(async (client) => {
    await client.query(
      `update identity.users set valid_since = valid_since - interval '1 hour' where id = $1`,
      [ada.uid],
    )
    await client.query(
      `update identity.sessions set auth_time = auth_time - interval '11 minutes' where user_id = $1`,
      [ada.uid],
    )
  })
  const expired = { type: '/problems/token-expired', code: 'token-expired', title: 'Expired', status: 401 }
  await page.route(
    '**/v1/admin/promo-codes',
    (route) => route.fulfill({ status: 401, contentType: 'application/problem+json', json: expired }),
    { times: 1 },
  )

  await press(page, 'Make the code')
  await confirmation(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toContainText('Confirm your identity first')
  await expect(letters).toHaveValue(code)

  await press(page, 'Make the code')
  await confirmation(page).getByLabel('Password', { exact: true }).fill('not-my-password')
  await confirmation(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmation(page).getByRole('alert')).toContainText('That is not your password')
  await confirmation(page).getByLabel('Password', { exact: true }).fill(ada.password)
  await confirmation(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(confirmation(page)).toHaveCount(0)
  const made = main(page).getByRole('listitem').filter({ hasText: code.toUpperCase() })
  await expect(made).toBeVisible()

  await made.getByRole('button', { name: `End ${code.toUpperCase()}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await expect(made).toContainText('Ended')
})
