import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, test } from '@playwright/test'
import { listenLocally } from '#test/listen.ts'
import { findBarriers } from './barriers.ts'
import { signInHere, signUp, unique } from './people.ts'
import { main, press } from './stay.ts'

type Received = { headers: IncomingHttpHeaders; body: string }

/** A server of the person; it fails the first message. */
async function receiver() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      const isFirst = received.length === 1
      response.writeHead(isFirst ? 500 : 200).end(isFirst ? 'Out of order' : 'Thank you')
    })
  })
  const port = await listenLocally(server)
  return { received, address: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

const signatureOf = (secret: string, { headers, body }: Received): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

for (const width of [360, 1280])
  test(`at ${width} px a person adds a webhook, tries it, sees the failure and sends it again`, async ({
    page,
  }) => {
    const { received, address, close } = await receiver()
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, await signUp(unique('Dora')), '/account/developers')
    await press(page, 'Add a webhook')
    await press(page, 'Add the webhook')
    await expect(main(page).getByRole('alert')).toContainText('Write the address of your server')
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Address of your server').fill(address)
    await press(page, 'Add the webhook')
    const secret = await page.getByLabel('Signing secret').inputValue()
    expect(secret).toMatch(/^whsec_/)
    await press(page, 'I have stored it')

    const item = main(page).getByRole('listitem', { name: address })
    await item.getByRole('button', { name: 'Log', exact: true }).click()
    await expect(item).toContainText('Nothing was sent in the last 30 days.')
    await item.getByRole('button', { name: 'Send a test message' }).click()
    await expect(item).toContainText('It answered 500')
    await expect(item).toContainText('On its way')
    expect(await findBarriers(page)).toEqual([])
    await item.getByRole('button', { name: 'Send it again' }).click()
    await expect(item).toContainText('It answered 200')
    await expect(item.getByText('Delivered', { exact: true })).toBeVisible()
    const [first, second] = received
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.headers['webhook-signature']).toBe(signatureOf(secret, second!))

    await item.getByRole('button', { name: 'Pause' }).click()
    await expect(item.getByText('Paused', { exact: true })).toBeVisible()
    await expect(item.getByRole('button', { name: 'Send a test message' })).toBeDisabled()
    await page.reload()
    await expect(item.getByText('Paused', { exact: true })).toBeVisible()
    await item.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click()
    await expect(item).toHaveCount(0)
    close()
  })
