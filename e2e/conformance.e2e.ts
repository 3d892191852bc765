import { expect, test } from '@playwright/test'
import { entryPaths } from '#test/conformance/paths.ts'

test('the product returns 404 for every path of the conformance entry, including its pages', async ({
  request,
}) => {
  for (const [method, path] of entryPaths) {
    const answer = await request.fetch(`${path}?key=sitwell-public-key`, {
      method,
      headers: { authorization: 'Bearer owner' },
      ...(method === 'GET' ? {} : { data: { localId: 'x', idToken: 'x' } }),
    })
    expect([method, path, answer.status()]).toEqual([method, path, 404])
  }
})
