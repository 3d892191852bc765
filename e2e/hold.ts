import { expect, type Page } from '@playwright/test'

/** Holds back matching requests until released; at least one must have been made by then. */
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
