import { expect, test } from '@playwright/test'

test('pages, the server and the tests use the same time', async ({ page, request }) => {
  const answer = await request.get('/healthz')
  await page.goto('/')
  const [ofPage, ofText] = await page.evaluate(() => [Date.now(), Date.parse(Date())])
  for (const moment of [ofPage, ofText, Date.parse(answer.headers()['date']!)])
    expect(Math.abs(moment - Date.now())).toBeLessThan(120_000)
})
