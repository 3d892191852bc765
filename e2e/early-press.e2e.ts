import { expect, test } from '@playwright/test'
import { hold } from './hold.ts'
import {
  addCat,
  as,
  becomeSitter,
  boarding,
  dayFromToday,
  findTown,
  isComplete,
  signInHere,
  signUp,
  unique,
  untilFound,
} from './people.ts'
import { main } from './stay.ts'

test('a click before the page’s code has loaded is replayed exactly once after it', async ({ page }) => {
  const { release } = await hold(page, /\/assets\/.*\.js$/)
  await page.goto('/auth/sign-in', { waitUntil: 'commit' })
  const show = page.getByRole('button', { name: /^(Show|Hide) password$/ })
  await show.click()
  await expect(show).toHaveText('Show')
  await expect(page.locator('html')).not.toHaveAttribute('data-ready')
  await release()
  await isComplete(page)
  await expect(show).toHaveText('Hide')
  await show.click()
  await expect(show).toHaveText('Show')
})

test('a profile typed and saved before the page’s code has loaded is saved after it', async ({ page }) => {
  await signInHere(page, await signUp(unique('Olga')))
  await isComplete(page)
  const { release } = await hold(page, /\/assets\/.*\.js$/)
  await page.goto('/account/profile', { waitUntil: 'commit' })
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Olga Early')
  await page.getByLabel('Phone number').fill('+351 912 345 678')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-ready')
  await release()
  await expect(page.getByText('Your profile is saved')).toBeVisible()
  await expect(page).toHaveURL('/account/profile')
  await page.reload()
  await expect(name).toHaveValue('Olga Early')
  await expect(page.getByLabel('Phone number')).toHaveValue('+351912345678')
})

test('what a press on Tab has selected is replaced by typing, also when the suggestions load in between', async ({
  page,
}) => {
  const olga = await signUp(unique('Olga'))
  await as(olga).put(`/v1/accounts/${olga.accountId}`, {
    name: olga.name,
    phoneNumber: null,
    location: 'Lisbon',
  })
  const { release } = await hold(page, /\/assets\/combobox-rich-.*\.js$/)
  await signInHere(page, olga, '/account/profile')
  await isComplete(page)
  const town = page.getByLabel('Where you live')
  await page.getByLabel('Phone number').press('Tab')
  await expect(town).toBeFocused()
  await release()
  await expect(town).toHaveRole('combobox')
  await page.keyboard.type('Porto')
  await expect(town).toHaveValue('Porto')
})

test('a search saved before its code has loaded and before sign-in is saved afterwards', async ({ page }) => {
  const person = await signUp(unique('Nia'))
  const { release } = await hold(page, /\/assets\/side-panel-.*\.js$/)
  await page.goto('/sitters?service=boarding', { waitUntil: 'commit' })
  await main(page).getByRole('button', { name: 'Save this search' }).click()
  await release()
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(main(page)).toContainText('Saved. We tell you when a new sitter matches.')
  await main(page).getByRole('link', { name: 'Your searches' }).click()
  await expect(main(page)).toContainText('Boarding')
})

test('a booking request made before the pets have loaded is checked afterwards, or asks to add the pet', async ({
  page,
}) => {
  const [sam, olga] = [await signUp(unique('Sam')), await signUp(unique('Olga'))]
  const town = await findTown('Tavira')
  const sitter = await becomeSitter(sam, town.id, unique('A quiet house'), [
    { ...boarding, accepts: { species: ['cat'], medication: true } },
  ])
  const cat = await addCat(olga, 'Nero')
  await signInHere(page, olga)
  const dates = `service=boarding&start=${dayFromToday(40)}&end=${dayFromToday(44)}`
  const check = page.getByRole('dialog', { name: 'Check your request' })
  const request = page.getByRole('link', { name: 'Request to book' })
  const pressWhileLoading = async () => {
    // The box loads its code on the first pointer movement, and the link leads to sign-up until the account is known.
    await request.hover()
    await expect(request).toHaveAttribute('href', /step=check/)
    await request.click()
  }

  const { release: releaseOwn } = await hold(page, /\/v1\/accounts\/[^/]+\/pets/)
  await page.goto(`/sitters/${sitter.id}?${dates}&petIds=${cat.id}`)
  await pressWhileLoading()
  await expect(check.getByText('Working out the price')).toBeAttached()
  await releaseOwn()
  await expect(check.getByRole('button', { name: /^Send request, €/ })).toBeEnabled()
  await expect(check).toContainText('Nero')

  const { release: releaseOther } = await hold(page, /\/v1\/accounts\/[^/]+\/pets/)
  await page.goto(`/sitters/${sitter.id}?${dates}&pets=cat:5:2019-05&petNames=Mia`)
  await pressWhileLoading()
  await releaseOther()
  // The described pet is saved on the way.
  await expect(check.getByRole('button', { name: /^Send request, €/ })).toBeEnabled()
  await expect(check).toContainText('Mia')

  // The form of a pet asks which medicine it needs.
  await page.goto(`/sitters/${sitter.id}?${dates}&pets=cat:5:2019-05:medication&petNames=Otis`)
  await page.getByRole('link', { name: 'Add Otis to continue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a pet')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Otis')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Save|Add)/ })
    .last()
    .click()
  await expect(page).toHaveURL(new RegExp(`/sitters/${sitter.id}`))
  await expect(page.getByRole('checkbox', { name: 'Otis' })).toBeChecked()
})

test('an owner who asks for a stay the moment the profile opens gets to the check, not to the sign-up', async ({
  page,
}) => {
  const [sam, olga, town] = await Promise.all([
    signUp(unique('Sam')),
    signUp(unique('Olga')),
    findTown('Alcoutim'),
  ])
  const headline = unique('A quiet house')
  const sitter = await becomeSitter(sam, town.id, headline)
  await addCat(olga, 'Miso')
  await untilFound(sitter, town.id)
  const days = `start=${dayFromToday(40)}&end=${dayFromToday(43)}`
  await signInHere(page, olga, `/sitters?service=boarding&place=${town.id}&pets=cat:4&${days}`)
  await isComplete(page)
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const link = [...document.links].find(({ textContent }) => textContent === 'Request to book')
      if (!link) return
      observer.disconnect()
      link.click()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('listitem').filter({ hasText: headline }).getByRole('link').first().click()
  const check = page.getByRole('dialog', { name: 'Check your request' })
  await expect(check.getByRole('button', { name: /^Send request, €/ })).toBeEnabled()
  await expect(check).toContainText('Miso')
})
