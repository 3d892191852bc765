import { expect, test } from 'vitest'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { headersOf, listMail } from '#server/kernel/mail/mail.ts'
import { notify } from '#server/notices/commands.ts'
import { signUp, testApp } from '#test/app.ts'

const mailContent = {
  subject: 'Sam has answered',
  greeting: 'Hello Olga,',
  paragraphs: ['A word.'],
  facts: [],
  quoted: null,
  button: { label: 'Open', url: 'http://localhost:3000/account' },
  closing: 'That is all.',
}

async function setup() {
  const { app, db, deps } = await testApp()
  const olga = await signUp(app, 'Olga')
  const sendNotice = () =>
    inTransaction(db, (tx) =>
      notify(
        { ...deps, db: tx },
        {
          accountId: olga.accountId,
          kind: 'booking-answered',
          title: mailContent.subject,
          path: '/account',
          mail: mailContent,
        },
      ),
    )
  const mails = async () => (await listMail(db)).filter(({ kind }) => kind === 'booking-answered')
  await sendNotice()
  const [mail] = await mails()
  const path = mail!.unsubscribe_url!.replace('http://localhost:3000', '')
  return { app, deps, mail: mail!, path, sendNotice, mails }
}

test('A one-click unsubscribe stops mails of that kind without a sign-in, and can be undone', async () => {
  const { app, mail, path, sendNotice, mails } = await setup()
  expect(headersOf(mail)).toMatchObject({
    'List-Unsubscribe': `<${mail.unsubscribe_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  const post = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  expect((await post(path)).statusCode).toBe(200)
  expect((await post(path)).statusCode).toBe(200)
  await sendNotice()
  expect(await mails()).toHaveLength(1)
  expect((await post(`${path}/undo`)).body).toContain('You will get these e-mails again')
  await sendNotice()
  expect(await mails()).toHaveLength(2)
})

test('Opening the link shows a form and changes nothing; a tampered link returns 404', async () => {
  const { app, path, sendNotice, mails } = await setup()
  const page = await app.inject({ method: 'GET', url: path })
  expect(page.body).toContain('<form method="post"')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  await sendNotice()
  expect(await mails()).toHaveLength(2)
  const invalidPaths = [
    path.replace('.requests.', '.reviews.'),
    path.replace(/\/0/, '/1'),
    path.slice(0, -1),
    '/unsubscribe/x',
  ]
  for (const url of invalidPaths) {
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404)
  }
  await sendNotice()
  expect(await mails()).toHaveLength(3)
})

test('the pages behind links in mails have the heading font that the operator has chosen', async () => {
  const { app, deps, path } = await setup()
  const headingsOf = async () => /h1\{font:[^}]*\}/.exec((await app.inject(path)).body)?.[0]
  expect(await headingsOf()).toContain('Georgia,serif')
  deps.site.properties = { '--heading-font': 'var(--text-font)' }
  expect(await headingsOf()).toContain('system-ui,sans-serif')
})
