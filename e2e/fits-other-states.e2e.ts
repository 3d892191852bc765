// The screens in states that change the whole site or need another sign-in.
import { allFit } from './fit.ts'
import { announceAndClose, viewAs } from './other-states.ts'
import { test } from './own-product.ts'
import { openSession, withoutStream } from './people.ts'
import { closedPages, viewedPages } from './screens.ts'
import { sharedFixture } from './shared-fixture.ts'

test.describe.configure({ mode: 'serial' })
// Announcements of other tests to only some people would appear here after the page has loaded, and move it.
test.use({ site: 'other states' })

test('pages on which staff see the site as somebody fit the viewport and are accessible', async ({
  page,
}) => {
  const { owner } = await sharedFixture()
  await withoutStream(page)
  await viewAs(page, owner)
  await allFit(page, viewedPages)
})

for (const [who, pages] of Object.entries(closedPages))
  test(`with announcements and closed, the pages for ${who} fit the viewport and are accessible`, async ({
    page,
  }) => {
    const { owner } = await sharedFixture()
    await withoutStream(page)
    if (who === 'visitors') await announceAndClose()
    else await openSession(page, owner)
    await allFit(page, pages)
  })
