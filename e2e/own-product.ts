import { test as base } from '@playwright/test'
import { openProduct, type Product } from './product.ts'

/** Site id at the third party, which is never contacted. */
export const heatMapId = 1_234_567

/**
 * Tests with their own product without demo data, so that changed settings affect no other test. A worker gives the same
 * product to all its files; one that sets `site` to a name of its own gets another, where no file before it has left
 * anything.
 */
export const test = base.extend<object, { product: Product; site: string }>({
  site: ['shared', { scope: 'worker', option: true }],
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const product = await openProduct({
        DEMO: 'off',
        HOTJAR_ENABLED: 'on',
        HOTJAR_ID: `${heatMapId}`,
        WIDGET_SITES: 'off',
      })
      const { BASE_URL, DATABASE_URL } = process.env
      Object.assign(process.env, { BASE_URL: product.url, DATABASE_URL: product.databaseUrl })
      await use(product)
      Object.assign(process.env, { BASE_URL, DATABASE_URL })
      await product.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
})
