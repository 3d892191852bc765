import startServer from '#test/global-setup.ts'
import { openProduct } from './product.ts'

/**
 * Starts a PostgreSQL for all products of the run and the real product with demo data; stops both afterwards. With
 * BASE_URL, DATABASE_URL and its SECRET set, tests run against that product, and no shared one is started.
 */
export default async function setup(): Promise<() => Promise<void>> {
  process.env['TODAY'] = new Date().toISOString().slice(0, 10)
  const stopServer = await startServer()
  const closed = async () => stopServer?.()
  if (process.env['BASE_URL']) return closed
  const product = await openProduct({ DEMO: 'small' }, (words) => process.stdout.write(words)).catch(
    async (error: unknown) => {
      await closed()
      throw error
    },
  )
  process.env['BASE_URL'] = product.url
  process.env['DATABASE_URL'] = product.databaseUrl
  return async () => {
    await product.close().finally(closed)
  }
}
