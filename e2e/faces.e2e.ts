import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { listConversations } from '#contract/messages.ts'
import { as, signInHere } from './people.ts'
import { main, openAs, press, twoPeople } from './stay.ts'

/** A tall photo: the upper two thirds red, the rest blue. */
const portrait = async () => {
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900">
    <rect width="100%" height="600" fill="#c03020"/><rect y="600" width="100%" height="300" fill="#2040c0"/></svg>`
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(scene)).jpeg().toBuffer() }
}

test('a sitter crops a photo by keyboard, and owners see it on the card, the profile, the messages and the booking', async ({
  page,
  browser,
}) => {
  const { olga, sam, sitter, town, booking, path } = await twoPeople(40)
  const initials = sam.name
    .split(' ')
    .map((part) => part[0])
    .join('')
  const olgaPage = await openAs(browser, olga, path)
  const people = main(olgaPage).getByRole('region', { name: 'People' })
  await expect(people.getByText(initials.toUpperCase(), { exact: true })).toBeVisible()

  await signInHere(page, sam)
  await main(page).getByRole('link', { name: 'Add a photo of yourself' }).press('Enter')
  await expect(page).toHaveURL(/#photo$/)
  const chooser = main(page).getByLabel('Choose a photo of yourself')
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(main(page).getByText('notes.txt is not a picture we can show.')).toBeVisible()
  await press(page, 'Dismiss notes.txt')

  await chooser.setInputFiles(await portrait())
  const cropping = page.getByRole('dialog', { name: 'Choose the part with your face' })
  const frame = cropping.getByRole('img', { name: /Arrow keys move it/ })
  const square = () =>
    frame.evaluate((canvas: HTMLCanvasElement) => {
      const [red = 0, , blue = 0] = canvas
        .getContext('2d')!
        .getImageData(canvas.width / 2, canvas.height - 2, 1, 1).data
      return { isSquare: canvas.width === canvas.height, foot: red > blue ? 'red' : 'blue' }
    })
  await expect.poll(square).toEqual({ isSquare: true, foot: 'blue' })
  await frame.focus()
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowUp')
  await expect.poll(square).toEqual({ isSquare: true, foot: 'red' })
  await cropping.getByRole('button', { name: 'Use this' }).press('Enter')
  await expect(main(page).getByRole('button', { name: 'Change your photo' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Add a photo of yourself' })).toHaveCount(0)

  await olgaPage.reload()
  const face = people.getByRole('button', { name: `Show the photo of ${sam.name.split(' ')[0]}` })
  await face.click()
  const view = olgaPage.getByRole('dialog', { name: /^Photo of Sam/ })
  await expect(view.getByRole('img', { name: /^Photo of Sam/ })).toBeVisible()
  await expect(view.getByRole('button', { name: /^Report/ })).toBeVisible()
  await view.getByRole('button', { name: 'Close' }).click()
  await expect(face).toBeFocused()

  await olgaPage.goto(`/account/messages/new?booking=${booking.id}`)
  await olgaPage.getByRole('textbox', { name: /^Message to/ }).fill('Hello Sam')
  await olgaPage.getByRole('textbox', { name: /^Message to/ }).press('Enter')
  await expect(main(olgaPage).getByRole('button', { name: /^Show the photo of Sam/ })).toBeVisible()
  const { items } = await as(olga, listConversations.response).get('/v1/conversations')
  const file = items[0]!.other.face.photo!.sizes[0]!.url.split('/').slice(0, 3).join('/')
  await expect(main(olgaPage).locator(`li img[src^="${file}/"]`)).toBeVisible()

  await olgaPage.goto(`/sitters/${sitter.id}`)
  await expect(main(olgaPage).getByRole('button', { name: /^Show the photo of Sam/ })).toBeVisible()
  await olgaPage.goto(`/sitters?place=${town.id}`)
  const card = main(olgaPage).locator(`[data-sitter="${sitter.id}"]`)
  await expect(card.locator(`img[src^="${file}/"]`)).toBeVisible()
})
