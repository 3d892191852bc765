import { expect } from '@playwright/test'
import pg from 'pg'
import { test } from './federated-product.ts'
import { heading } from './identity-mail.ts'
import { signInByForm, signUp, unique } from './people.ts'

/** Blocks or allows all connections to the product's database, using another database of the same server. */
async function allowConnections(allowed: boolean): Promise<void> {
  const url = new URL(process.env['DATABASE_URL']!)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`alter database ${client.escapeIdentifier(name)} allow_connections ${allowed}`)
    if (!allowed)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  } finally {
    await client.end()
  }
}

test('a page load during a real database outage does not sign the user out', async ({ page, site }) => {
  expect(process.env['BASE_URL']).toBe(site.url)
  await signInByForm(page, await signUp(unique('Tilda')))
  await allowConnections(false)
  try {
    const lookupResponse = page.waitForResponse('**/identity/v1/accounts:lookup?*')
    await page.goto('/how-it-works')
    const answer = await lookupResponse
    expect(answer.status()).toBeGreaterThanOrEqual(500)
    expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
    const logged = page.waitForEvent('console', (message) => message.text().includes('could not be loaded'))
    await page.reload()
    await logged
  } finally {
    await allowConnections(true)
  }
  await expect(async () => {
    await page.goto('/account')
    await expect(heading(page)).toContainText('Hello', { timeout: 3_000 })
  }).toPass()
})
