import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { formatMoney } from '#contract/words.ts'
import { isComplete, signInHere, signUp, unique } from './people.ts'
import { main, openAs, press } from './stay.ts'

const Fees = z.object({ sitterPayout: z.int(), sitterFee: z.int() })

const step = (page: Page, name: string) =>
  expect(main(page).getByRole('heading', { level: 2, name })).toBeVisible()
const next = (page: Page) =>
  main(page)
    .getByRole('link', { name: /^Next: / })
    .click()
const savedHere = (page: Page) => expect(main(page).getByText('Saved, on every device')).toBeVisible()

/** Waits until the server has stored a draft with this text; the words of an earlier save stay until the next one. */
const storedWith = (page: Page, text: RegExp) =>
  page.waitForResponse(
    (response) =>
      response.ok() &&
      response.request().method() === 'PUT' &&
      response.url().endsWith('/v1/sitter-draft') &&
      text.test(response.request().postData() ?? ''),
  )

test('the steps to a profile are saved one by one, go on elsewhere, and end with a preview and a list of what is missing', async ({
  page,
  browser,
  request,
}) => {
  const sam = await signUp(unique('Sam'))
  const headline = unique('A terrace above the sea')
  await signInHere(page, sam, '/account/sitters/new')
  const steps = main(page).getByRole('navigation', { name: 'Steps of your profile' })
  await expect(steps.getByRole('listitem')).toHaveCount(6)
  await expect(steps.getByRole('listitem').first()).toContainText(/1\s*About you/)
  await expect(steps.locator('[aria-current=step]')).toContainText('About you')

  // Nothing is filled in yet: the button can be pressed, and says what is missing.
  await steps.getByRole('link', { name: /Preview/ }).click()
  await step(page, 'Preview')
  await press(page, 'Publish my profile')
  const summary = page.getByRole('alert', { name: 'Your profile is not ready to be published' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link', { name: 'Offer at least one service' })).toBeVisible()
  await summary.getByRole('link', { name: 'Choose the town you live in' }).click()
  await step(page, 'About you')
  const town = main(page).getByLabel('Town')
  await expect(town).toBeFocused()

  await main(page).getByLabel('Headline').fill(headline)
  await town.evaluate((field) => field.scrollIntoView({ block: 'start', behavior: 'instant' }))
  const townStored = storedWith(page, /"Stromness"/)
  await town.fill('Stromness')
  await page
    .getByRole('option', { name: /^Stromness/ })
    .first()
    .click()
  await next(page)
  await step(page, 'Your home')
  await townStored
  await savedHere(page)
  await next(page)
  await step(page, 'Services')
  await main(page)
    .getByRole('checkbox', { name: /^Boarding/ })
    .check()
  const rate = main(page).getByLabel('Your rate a night, first pet')
  await expect(rate).toHaveAccessibleDescription(/near Stromness/)
  const rateStored = storedWith(page, /:"?31(00)?"?[,}]/)
  await rate.fill('31')
  const fees = Fees.parse(await (await request.get('/v1/fees?subtotal=3100')).json())
  await expect(main(page).getByText(/^You receive/)).toContainText(
    `You receive ${formatMoney(fees.sitterPayout, 'EUR')} a night after the fee of ${formatMoney(fees.sitterFee, 'EUR')}.`,
  )
  await rateStored
  await savedHere(page)

  // Another device shows the same draft and opens the step at which the first one stopped.
  await page.context().close()
  const other = await openAs(browser, sam, '/account/sitters/new')
  await isComplete(other)
  await step(other, 'Services')
  await expect(main(other).getByLabel('Your rate a night, first pet')).toHaveValue(/^31/)
  await main(other).getByRole('link', { name: 'Back' }).click()
  await step(other, 'Your home')
  await main(other).getByRole('link', { name: 'Back' }).click()
  await expect(main(other).getByLabel('Headline')).toHaveValue(headline)
  await main(other)
    .getByRole('link', { name: /Preview/ })
    .click()
  const preview = main(other).getByRole('region', { name: 'Your profile as owners see it' })
  await expect(preview).toContainText(headline)
  await expect(preview).toContainText(/Boarding.*a night, fees included/)
  await press(other, 'Publish my profile')
  await other.waitForURL(/\/account\/sitters\/[\da-f-]{36}\?welcome=1$/)
  await expect(main(other).getByRole('region', { name: 'Status' })).toContainText('Published')
  await other.context().close()
})
