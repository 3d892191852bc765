import { writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { Sitter } from '#contract/sitters/sitters.ts'
import { addCat, as, becomeSitter, findTown, signInHere, signUp, unique } from './people.ts'
import { main } from './stay.ts'

/** Sky above grass, like a portrait photo of a phone: stored rotated, with an EXIF orientation. */
async function upright(sky: string): Promise<Buffer> {
  const [width, height] = [900, 1200]
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="60%" fill="${sky}"/><rect y="60%" width="100%" height="40%" fill="#4d7c4a"/>
    <circle cx="650" cy="260" r="90" fill="#f4d27a"/></svg>`
  return sharp(await sharp(Buffer.from(scene)).rotate(-90).png().toBuffer())
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const chooser = (page: Page) => main(page).getByLabel('Choose photos', { exact: true })
const tiles = (page: Page) =>
  main(page).getByRole('group', { name: 'Photos on your profile' }).getByRole('listitem')
const saved = (page: Page) => expect(main(page).getByRole('status').getByText('Saved')).toBeVisible()

/** Colours at the centres of the upper and lower parts, as the browser displays the picture. */
const ends = (page: Page, name: RegExp) =>
  page
    .getByRole('img', { name })
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const canvas = document.createElement('canvas')
      const { naturalWidth: width, naturalHeight: height } = image
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      const at = (share: number) =>
        [...context.getImageData(width / 4, height * share, 1, 1).data].slice(0, 3)
      return { isTall: height > width, top: at(0.1), bottom: at(0.9) }
    })

test('a gallery refuses invalid files before upload, and photos are upright, sortable and croppable', async ({
  page,
}, info) => {
  const [sam, town] = await Promise.all([signUp(unique('Sam')), findTown('Vila do Porto')])
  const sitter = await becomeSitter(sam, town.id, unique('A garden by the sea'))
  await signInHere(page, sam, `/account/sitters/${sitter.id}?tab=photos`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/files')) sent.push(request.method())
  })

  // From disk: sending 12 MiB through the debugging protocol takes half a minute on a busy machine.
  const refused = { 'huge.jpg': Buffer.alloc(12 * 2 ** 20), 'notes.txt': Buffer.from('hello') }
  await Promise.all(Object.entries(refused).map(([name, bytes]) => writeFile(info.outputPath(name), bytes)))
  await chooser(page).setInputFiles(Object.keys(refused).map((name) => info.outputPath(name)))
  await expect(main(page).getByText('huge.jpg is 12.0 MB; a file can be at most 10 MB.')).toBeVisible()
  await expect(main(page).getByText('notes.txt is not a picture we can show.')).toBeVisible()
  expect(sent).toEqual([])
  await main(page).getByRole('button', { name: 'Dismiss huge.jpg' }).click()
  await main(page).getByRole('button', { name: 'Dismiss notes.txt' }).click()

  await chooser(page).setInputFiles([
    jpeg('morning.jpg', await upright('#9ec9e6')),
    jpeg('evening.jpg', await upright('#e6a07a')),
  ])
  await expect(tiles(page).getByLabel(/^What it shows/)).toHaveCount(2)
  await saved(page)
  const [first, second] = [tiles(page).nth(0), tiles(page).nth(1)]
  await first.getByLabel(/^What it shows/).fill('The garden in the morning')
  await second.getByLabel(/^What it shows/).fill('The garden in the evening')
  await second.getByLabel(/^What it shows/).blur()
  await expect(main(page).getByRole('img', { name: 'The garden in the evening' })).toBeVisible()
  const seen = await ends(page, /in the morning/)
  expect(seen.isTall).toBe(true)
  expect(seen.top[2]).toBeGreaterThan(200)
  expect(seen.bottom[2]).toBeLessThan(120)

  await main(page).getByRole('button', { name: 'Move The garden in the evening earlier' }).press('Enter')
  await expect(tiles(page).nth(0).getByRole('img', { name: 'The garden in the evening' })).toBeVisible()
  await saved(page)
  await page.screenshot({ path: `${test.info().outputDir}/gallery.png`, fullPage: true })

  await main(page).getByRole('button', { name: 'Crop or turn The garden in the evening' }).click()
  const cropping = page.getByRole('dialog', { name: 'Crop and turn' })
  await cropping.getByRole('radio', { name: 'Square' }).check()
  await cropping.getByRole('button', { name: 'Turn right' }).click()
  await page.screenshot({ path: `${test.info().outputDir}/crop.png` })
  await cropping.getByRole('button', { name: 'Use this' }).click()
  await expect(cropping).toBeHidden()
  await expect(tiles(page)).toHaveCount(2)
  await saved(page)

  const shown = async () => (await as(sam, Sitter).get(`/v1/sitters/by-id/${sitter.id}`)).photos
  await expect
    .poll(shown)
    .toMatchObject([{ alt: 'The garden in the evening' }, { alt: 'The garden in the morning' }])
  await expect
    .poll(async () => (await shown()).map(({ width, height }) => width === height))
    .toEqual([true, false])

  await main(page).getByRole('button', { name: 'Remove The garden in the morning' }).click()
  await expect(tiles(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await saved(page)
  expect((await shown()).length).toBe(2)

  await page.goto(`/sitters/${sitter.id}`)
  await main(page)
    .getByRole('button', { name: /Show photo 1 of 2: The garden in the evening/ })
    .click()
  const lightbox = page.getByRole('dialog', { name: /^Pictures of/ })
  await expect(lightbox.getByRole('img', { name: 'The garden in the evening' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(lightbox.getByRole('img', { name: 'The garden in the morning' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.screenshot({ path: `${test.info().outputDir}/profile.png` })
})

test('the browser asks before a page is left whose photos are not saved yet', async ({ page }) => {
  const olga = await signUp(unique('Olga'))
  const cat = await addCat(olga, 'Miso')
  await signInHere(page, olga, `/account/pets/${cat.id}`)
  const goOn = Promise.withResolvers<void>()
  await page.route(`**/v1/pets/${cat.id}/photos`, async (route) => {
    await goOn.promise
    await route.continue()
  })
  await chooser(page).setInputFiles(jpeg('miso.jpg', await upright('#cfc4e6')))
  await expect(main(page).getByRole('status').getByText('Saving…')).toBeVisible()
  const [dialog] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => setTimeout(() => location.assign('/help'))),
  ])
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  goOn.resolve()
  await saved(page)
  await page.reload()
  await expect(main(page).getByRole('img', { name: 'Photo 1' }).first()).toBeVisible()
})

test('a pet can have photos and a vaccination certificate', async ({ page }) => {
  const olga = await signUp(unique('Olga'))
  const cat = await addCat(olga, 'Miso')
  await signInHere(page, olga, `/account/pets/${cat.id}`)
  await chooser(page).setInputFiles(jpeg('miso.jpg', await upright('#cfc4e6')))
  await saved(page)
  await main(page).getByText('Health', { exact: false }).first().click()
  await main(page).getByRole('button', { name: 'Add a vaccination' }).click()
  await main(page).getByLabel('Against', { exact: true }).fill('Rabies')
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'x')])
  await main(page)
    .getByLabel('Proof', { exact: true })
    .setInputFiles({ name: 'rabies.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(main(page).getByText(/rabies\.pdf \(5 KB\)/)).toBeVisible()
  await page.screenshot({ path: `${test.info().outputDir}/pet.png`, fullPage: true })
  await main(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Miso is saved')).toBeVisible()
  await page.goto(`/account/pets/${cat.id}?view=sheet`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page)
      .getByRole('link', { name: /rabies\.pdf/ })
      .click(),
  ])
  expect(download.suggestedFilename()).toBe('rabies.pdf')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.screenshot({ path: `${test.info().outputDir}/sheet-360.png`, fullPage: true })
})
