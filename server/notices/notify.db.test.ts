import { expect, test } from 'vitest'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { listMail } from '#server/kernel/mail/mail.ts'
import { notify, readNoticesOf, type NoticeInput } from '#server/notices/commands.ts'
import { sendHeldMails } from '#server/notices/held-commands.ts'
import { buildAccounts, now, testDeps } from '#test/build.ts'
import { olga } from '#test/cast.ts'
import { testDb } from '#test/db.ts'

const letter = {
  subject: 'Sam accepted: your booking is confirmed',
  greeting: 'Hello Olga,',
  paragraphs: ['Rex can look forward to it.'],
  facts: [['Pets', 'Rex']] as const,
  quoted: null,
  button: { label: 'Open the booking', url: 'http://localhost:3000/account/bookings/1' },
  closing: 'All in one place.',
}
const thread = '0b000000-0000-7000-8000-000000000001'

type Setting = { quiet_from?: string; quiet_to?: string; digest?: 'daily' | 'weekly' }

async function setup(setting?: Setting) {
  const deps = testDeps(await testDb())
  await buildAccounts(deps.db, olga)
  if (setting)
    await deps.db
      .insertInto('notice_setting')
      .values({ account_id: olga.accountId, updated_at: now, ...setting })
      .execute()
  const tell = (telling: Partial<NoticeInput>) =>
    ensureTransaction(deps, (deps) =>
      notify(deps, {
        accountId: olga.accountId,
        kind: 'booking-answered',
        title: 'Sam has answered',
        path: '/account/bookings/1',
        mail: letter,
        ...telling,
      }),
    )
  const choose = (topic: 'requests' | 'money', channel: 'app' | 'mail', isOn: boolean) =>
    deps.db
      .insertInto('notice_choice')
      .values({ account_id: olga.accountId, topic, channel, is_on: isOn })
      .execute()
  const mails = () => listMail(deps.db)
  const bell = () => deps.db.selectFrom('notice').selectAll().orderBy('told_at').execute()
  const at = async (instant: string) => {
    deps.clock.set(new Date(instant))
    return sendHeldMails(deps)
  }
  return { deps, tell, choose, mails, bell, at }
}

test('A notice is shown in the app and mailed, with an unsubscribe link in both text and HTML', async () => {
  const { tell, mails, bell } = await setup()
  await tell({})
  expect(await bell()).toMatchObject([{ title: 'Sam has answered', is_in_app: true, read_at: null }])
  const [mail] = await mails()
  expect(mail).toMatchObject({ recipient: olga.email, reply_to: 'operator@example.org' })
  const url = mail!.unsubscribe_url!
  expect(url).toMatch(/^http:\/\/localhost:3000\/unsubscribe\/0a000000-.*\.requests\.[\w-]{43}$/)
  for (const body of [mail!.text_body, mail!.html_body]) {
    expect(body).toContain(url)
    expect(body).toContain('http://localhost:3000/account/notices/settings')
    expect(body).toContain('because there is a request, a question, an answer or an offer')
    expect(body).not.toContain('sam@example.org')
  }
  expect(mail!.html_body).toContain('prefers-color-scheme:dark')
})

test('A channel that is switched off gets nothing, unless it cannot be switched off for the topic', async () => {
  const { tell, choose, mails, bell } = await setup()
  await choose('requests', 'mail', false)
  await choose('money', 'mail', false)
  await choose('money', 'app', false)
  await tell({})
  expect(await mails()).toEqual([])
  await tell({ kind: 'payment', title: 'You have paid' })
  expect(await mails()).toMatchObject([{ kind: 'payment', unsubscribe_url: null }])
  expect((await mails())[0]!.text_body).toContain('You cannot turn off e-mails of this kind.')
  expect((await bell()).map(({ is_in_app: isInApp }) => isInApp)).toEqual([true, true])
})

test('A mail in quiet hours is held until they end in the recipient’s time zone, unless it is urgent', async () => {
  const { deps, tell, mails, at } = await setup({ quiet_from: '22:00', quiet_to: '07:00' })
  await deps.db.updateTable('account').set({ time_zone: 'Europe/Lisbon' }).execute()
  deps.clock.set(new Date('2026-12-01T23:00:00Z'))
  await tell({})
  await tell({ kind: 'answer-due', title: 'The time runs out', mail: { ...letter, subject: 'Urgent' } })
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Urgent'])
  expect(await at('2026-12-02T06:59:00Z')).toEqual({ sent: 0 })
  expect(await at('2026-12-02T07:00:00Z')).toEqual({ sent: 1 })
  expect(await at('2026-12-02T07:01:00Z')).toEqual({ sent: 0 })
  expect(await mails()).toHaveLength(2)
})

test('A daily digest combines notices that are not urgent and not yet read in the app', async () => {
  const { deps, tell, mails, at } = await setup({ digest: 'daily' })
  const review = (title: string, subjectId?: string) =>
    tell({ kind: 'review-received', title, path: '/account', ...(subjectId ? { subjectId } : {}) })
  await review('Sam has written a review')
  await review('Mia has written a review', thread)
  await review('Ida has written a review')
  await tell({})
  expect(await mails()).toHaveLength(1)
  await ensureTransaction(deps, (deps) => readNoticesOf(deps, olga.accountId, thread))
  expect(await at('2026-12-02T08:00:00Z')).toEqual({ sent: 1 })
  const [digest] = await mails()
  expect(digest).toMatchObject({ kind: 'digest', subject: '2 updates from Sitwell' })
  for (const body of [digest!.text_body, digest!.html_body]) {
    expect(body).toContain('Sam has written a review')
    expect(body).toContain('Ida has written a review')
    expect(body).not.toContain('Mia has written a review')
  }
})

test('Messages of one conversation share one notice and one mail until they are read', async () => {
  const { deps, tell, mails, bell, at } = await setup()
  const write = (title: string) =>
    tell({ kind: 'message-received', title, subjectId: thread, mail: { ...letter, subject: title } })
  await write('Sam: Hello')
  deps.clock.set(new Date('2026-12-01T09:05:00Z'))
  await write('Sam: Are you there?')
  expect(await bell()).toMatchObject([
    { title: 'Sam: Are you there?', told_at: new Date('2026-12-01T09:05:00Z') },
  ])
  expect(await at('2026-12-01T09:09:00Z')).toEqual({ sent: 0 })
  expect(await at('2026-12-01T09:10:00Z')).toEqual({ sent: 1 })
  expect(await mails()).toMatchObject([{ subject: 'Sam: Are you there?' }])
  await write('Sam: Hello again')
  expect(await at('2026-12-01T12:00:00Z')).toEqual({ sent: 0 })

  await ensureTransaction(deps, (deps) => readNoticesOf(deps, olga.accountId, thread))
  await write('Sam: One more thing')
  expect(await at('2026-12-01T12:10:00Z')).toEqual({ sent: 1 })
  await write('Sam: Never mind')
  await ensureTransaction(deps, (deps) => readNoticesOf(deps, olga.accountId, thread))
  await write('Sam: Bye')
  await ensureTransaction(deps, (deps) => readNoticesOf(deps, olga.accountId, thread))
  expect(await at('2026-12-01T13:00:00Z')).toEqual({ sent: 0 })
  expect(await bell()).toHaveLength(3)
})

test('Eight concurrent workers send each held mail once', async () => {
  const { deps, tell } = await setup({ quiet_from: '22:00', quiet_to: '07:00' })
  deps.clock.set(new Date('2026-12-01T23:00:00Z'))
  for (let count = 0; count < 5; count++) await tell({})
  deps.clock.set(new Date('2026-12-02T07:00:00Z'))
  const runs = await Promise.all(Array.from({ length: 8 }, () => sendHeldMails(deps)))
  expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(5)
})

test('A once key prevents duplicates, own acts are stored as read, and erased accounts get nothing', async () => {
  const { deps, tell, mails, bell } = await setup()
  await tell({ onceKey: 'invoice 1' })
  await tell({ onceKey: 'invoice 1' })
  expect(await mails()).toHaveLength(1)
  await tell({ isOwnAct: true })
  expect((await bell()).filter(({ read_at: readAt }) => readAt === null)).toHaveLength(1)
  await deps.db.updateTable('account').set({ erased_at: now }).execute()
  await tell({})
  expect(await mails()).toHaveLength(2)
})
