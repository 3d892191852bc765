import { openProduct } from './product.ts'

/**
 * Starts the real product with a demo town of its own, and stops it afterwards. With BASE_URL and DATABASE_URL set,
 * the product that runs there is tested and nothing is started.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['BASE_URL']) return undefined
  const product = await openProduct({ DEMO: 'on' }, (words) => process.stdout.write(words))
  process.env['BASE_URL'] = product.url
  process.env['DATABASE_URL'] = product.databaseUrl
  return product.close
}
