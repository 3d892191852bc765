import { expect, type Page, test } from '@playwright/test'
import { becomeSitter, findTown, isComplete, signUp, unique, untilFound } from './people.ts'
import { addPhotos } from './sitter-photos.ts'

/** Notes which animations each change between two pages has. */
function noteTransitions() {
  const start = document.startViewTransition.bind(document)
  const all: string[][] = (window.transitions = [])
  const noteParts = async ({ ready }: ViewTransition) => {
    await ready
    const parts = document.getAnimations().map(({ effect }) => effect)
    all.push(
      parts.flatMap((effect) =>
        effect instanceof KeyframeEffect &&
        effect.pseudoElement?.startsWith('::view-transition-group') &&
        effect.getTiming().duration !== 0
          ? [effect.pseudoElement]
          : [],
      ),
    )
  }
  document.startViewTransition = (change) => {
    const transition = start(change)
    void noteParts(transition)
    return transition
  }
}

const transitionsOf = (page: Page) => page.evaluate(() => window.transitions)

async function sitterWithPhoto() {
  const [ann, town] = await Promise.all([signUp(unique('Ann')), findTown('Sines')])
  const sitter = await becomeSitter(ann, town.id, unique('One room'))
  await addPhotos(ann, sitter, ['#2f6f8f'])
  await untilFound(sitter, town.id)
  return { sitter, address: `/sitters?place=${town.id}` }
}

test('the picture of a result becomes that of the profile and back, and nothing moves with reduced motion', async ({
  page,
}) => {
  const { sitter, address } = await sitterWithPhoto()
  const card = page.locator(`li[data-sitter="${sitter.id}"]`)
  const open = async () => {
    await page.goto(address)
    await isComplete(page)
    await card.getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/sitters/${sitter.id}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await page.addInitScript(noteTransitions)
  await open()
  const picture = `::view-transition-group(sitter-${sitter.id})`
  await expect.poll(async () => (await transitionsOf(page))?.[0]).toContain(picture)
  await page.goBack()
  await expect.poll(async () => (await transitionsOf(page))?.[1]).toContain(picture)
  await expect(card).toBeVisible()

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open()
  await expect.poll(() => transitionsOf(page)).toEqual([[]])
})
