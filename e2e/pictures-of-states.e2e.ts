// Takes pictures of the screens in states that change the whole site or need another sign-in.
import { announceAndClose, viewAs } from './other-states.ts'
import { test } from './own-product.ts'
import { signInHere, withoutStream } from './people.ts'
import { inEachSize, isWanted, photograph } from './pictures.ts'
import { closedPages, pathOf, viewedPages } from './screens.ts'
import { sharedFixture } from './shared-fixture.ts'

test.describe.configure({ mode: 'serial' })
test.use({ site: 'other states' })

const viewed = viewedPages.filter(isWanted)
if (viewed.length > 0)
  test('pictures of pages on which staff see the site as somebody', async ({ browser, baseURL }) => {
    const { owner } = await sharedFixture()
    await inEachSize(browser, { baseURL: baseURL! }, async (context) => {
      const page = await context.newPage()
      await withoutStream(page)
      await viewAs(page, owner)
      for (const path of viewed) await photograph(page, path, 'viewed')
    })
  })

/** Nothing can be announced anew once the sign-up is closed. */
let closing: Promise<void> | undefined

for (const [who, pages] of Object.entries(closedPages)) {
  const wanted = pages.filter(isWanted)
  if (wanted.length === 0) continue
  test(`pictures of pages for ${who} with announcements and closed`, async ({ browser, baseURL }) => {
    const made = await sharedFixture()
    await (closing ??= announceAndClose())
    await inEachSize(browser, { baseURL: baseURL! }, async (context) => {
      const page = await context.newPage()
      await withoutStream(page)
      if (who !== 'visitors') await signInHere(page, made.owner)
      for (const where of wanted) await photograph(page, pathOf(where, made), `closed, ${who}`, where)
    })
  })
}
