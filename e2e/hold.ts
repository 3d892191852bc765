import { expect, type Page } from '@playwright/test'

/** Holds back requests to matching addresses until `release` is called, which first waits for at least one of them. */
export async function hold(page: Page, files: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let held = 0
  await page.route(files, async (route) => {
    held += 1
    await promise
    await route.continue()
  })
  return {
    count: () => held,
    async release() {
      await expect.poll(() => held).toBeGreaterThan(0)
      resolve()
    },
  }
}
