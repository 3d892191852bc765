import { createServer } from 'node:http'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { listenLocally } from '#test/listen.ts'
import { makeOperator, signInHere, signUp, unique } from './people.ts'
import { main, press } from './stay.ts'

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
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([])
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
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([])

    await item.getByRole('button', { name: 'Pause' }).click()
    await expect(item.getByText('Paused', { exact: true })).toBeVisible()
    await item.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).click()
    await expect(item).toHaveCount(0)
    await page.goto('/admin/audit?permission=integrations.change')
    await expect(main(page)).toContainText('DELETE /v1/admin/webhooks/')
    close()
  })
