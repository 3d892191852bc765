import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const storedPages = vi.fn<() => Promise<object[]>>()
vi.mock('#web/worker/stored-pages.ts', () => ({ storedPages }))

beforeEach(() =>
  vi.stubGlobal('workerFonts', { text: '/assets/text.woff2', heading: '/assets/heading.woff2' }),
)
afterEach(() => vi.unstubAllGlobals())

async function page() {
  const { offlinePage } = await import('#web/worker/offline-answer.ts')
  const answer = await offlinePage()
  return { html: await answer.text(), status: answer.status }
}

test('the offline page lists what is stored, with the names of pets as text', async () => {
  storedPages.mockResolvedValue([
    { path: '/account/on-duty', title: 'On duty' },
    {
      path: '/account/bookings/1/care',
      title: 'Boarding for <img src=x onerror="alert(1)"> & Pip',
      days: 'Thu 26 – Sat 28 Nov',
      accountId: '0a000000-0000-7000-8000-000000000001',
    },
  ])
  const { html, status } = await page()
  expect(status).toBe(503)
  expect(html).toContain('<li><a href="/account/on-duty">On duty</a></li>')
  expect(html).toContain('<li data-account="0a000000-0000-7000-8000-000000000001">')
  expect(html).toContain('Boarding for &#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; Pip')
  expect(html).not.toContain('<img')
})

test('the offline page is shown without a list if the storage of the device fails', async () => {
  storedPages.mockRejectedValue(new Error('The storage failed'))
  const { html } = await page()
  expect(html).toContain('<h1>No connection</h1>')
  expect(html).not.toContain('<nav')
})
