import { createServer } from 'node:http'
import { expect, type Page, test } from '@playwright/test'
import { listenLocally } from '#test/listen.ts'
import { findBarriers } from './barriers.ts'
import { makeOperator, signInHere, signUp, unique } from './people.ts'
import { dialog, main, press } from './stay.ts'

/** A server of the site. It is told of all bookings, of those of other tests too, so only test messages count here. */
async function receiver() {
  const received: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const message = Buffer.concat(parts).toString()
      if (message.includes('"type":"test"')) received.push(message)
      response.writeHead(200).end('Thank you')
    })
  })
  const port = await listenLocally(server)
  return { received, address: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

for (const width of [360, 1280])
  test(`at ${width} px an operator adds a webhook of the site, tries it, pauses and deletes it`, async ({
    page,
  }) => {
    const { received, address, close } = await receiver()
    const ada = await signUp(unique('Ada'))
    await makeOperator(ada)
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, ada, '/admin/integrations')
    await press(page, 'Add a webhook')
    await page.getByLabel('Address of your server').fill(address)
    await press(page, 'Add the webhook')
    expect(await page.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/)
    expect(await findBarriers(page)).toEqual([])
    await press(page, 'I have stored it')

    const item = main(page)
      .getByRole('list', { name: /^Webhooks of the site/ })
      .getByRole('listitem', { name: address })
    await item.getByRole('button', { name: 'Log', exact: true }).click()
    await item.getByRole('button', { name: 'Send a test message' }).click()
    const sent = item.getByRole('listitem').filter({ hasText: 'Test message' })
    await expect(sent).toContainText('It answered 200')
    await sent.getByRole('button', { name: 'Send it again' }).click()
    await expect.poll(() => received.length).toBe(2)
    expect(JSON.parse(received[1]!)).toEqual(JSON.parse(received[0]!))
    expect(await findBarriers(page)).toEqual([])

    await item.getByRole('button', { name: 'Pause' }).click()
    await expect(item.getByText('Paused', { exact: true })).toBeVisible()
    await item.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click()
    await expect(item).toHaveCount(0)
    await page.goto('/admin/audit?permission=integrations.change')
    await expect(main(page)).toContainText('DELETE /v1/admin/webhooks/')
    close()
  })

/** Calls from the page, as a program in a browser would, but without anything of the person who is signed in. */
const call = (page: Page, path: string, secret: string) =>
  page.evaluate(
    async ([path, secret]) => {
      const answer = await fetch(path, {
        headers: { authorization: `Bearer ${secret}` },
        credentials: 'omit',
      })
      return { status: answer.status, body: await answer.text() }
    },
    [path, secret] as const,
  )

for (const width of [360, 1280])
  test(`at ${width} px an operator creates a key of the site, a program reads with it, and it is deleted`, async ({
    page,
  }) => {
    const ada = await signUp(unique('Ada'))
    await makeOperator(ada)
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, ada, '/admin/integrations')
    const name = unique('Accounting')
    await press(page, 'Create a key')
    await press(page, 'Create the key')
    await expect(main(page).getByRole('alert')).toContainText('Choose what the key may do')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Read all bookings, without what people have written').check()
    expect(await findBarriers(page)).toEqual([])
    await press(page, 'Create the key')
    const secret = await page.getByLabel('API key', { exact: true }).inputValue()
    expect(secret).toMatch(/^swk_[\da-f]{72}$/)
    expect(await findBarriers(page)).toEqual([])

    const bookings = '/v1/admin/bookings?limit=1'
    expect(await call(page, bookings, secret)).toMatchObject({ status: 200 })
    const ledger = await call(page, '/v1/admin/ledger/transfers', secret)
    expect(JSON.parse(ledger.body)).toMatchObject({
      code: 'api-key-scope-missing',
      scope: 'site.ledger:read',
    })
    const personal = await call(page, `/v1/accounts/${ada.accountId}/bookings`, secret)
    expect(JSON.parse(personal.body)).toMatchObject({ status: 403, code: 'api-key-refused' })

    await press(page, 'I have stored it')
    await page.reload()
    const row = main(page)
      .getByRole('list', { name: 'API keys of the site, the newest first' })
      .getByRole('listitem')
      .filter({ hasText: name })
    await expect(row).toContainText('Last used in the hour from')
    await expect(row).toContainText(`Created by ${ada.name}`)
    await expect(main(page)).not.toContainText(secret)
    await press(page, `Delete ${name}`)
    await dialog(page).getByRole('button', { name: 'Delete it' }).click()
    await expect(row).toHaveCount(0)
    expect(await call(page, bookings, secret)).toMatchObject({ status: 401 })
    await page.goto('/admin/audit?permission=integrations.change')
    await expect(main(page)).toContainText('DELETE /v1/admin/api-keys/')
  })
