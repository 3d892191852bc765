import { expect, test } from 'vitest'
import { readReport } from '#server/mails/report.ts'
import { bounceOf, complaintOf } from '#test/mail-reports.ts'

const id = '0190a000-0000-7000-8000-000000000001@sitwell.example'
const read = (source: string) => readReport(Buffer.from(source))

test.each(['message/rfc822', 'text/rfc822-headers', 'message/global'])(
  'a bounce is read with the original mail as %s',
  async (original) => {
    expect(await read(bounceOf(id, { original }))).toEqual({
      messageId: `<${id}>`,
      cause: 'bounce',
      stops: true,
      detail:
        '550 5.1.1 <olga@example.org>: Recipient address rejected: User unknown in local recipient table',
    })
  },
)

test.each([
  ['5.1.10', true],
  ['5.2.1', true],
  ['5.2.2', false],
  ['5.7.1 (refused)', false],
  ['5.0.0', false],
])('after the status %s other mails are stopped: %s', async (status, stops) => {
  expect(await read(bounceOf(id, { status }))).toMatchObject({ cause: 'bounce', stops })
})

test.each([
  ['a delay', bounceOf(id, { action: 'delayed', status: '4.4.1' })],
  ['a temporary failure', bounceOf(id, { status: '4.2.2' })],
  ['a mail that was passed on', bounceOf(id, { action: 'relayed' })],
  ['a delivery', bounceOf(id, { action: 'delivered', status: '2.0.0' })],
  ['a report without the original mail', bounceOf(id, { original: 'text/plain' })],
  ['a report about authentication', complaintOf(id, 'auth-failure')],
  ['a report that it is no spam', complaintOf(id, 'not-spam')],
  ['an answer of a person', `From: olga@example.org\r\nMessage-ID: <${id}>\r\n\r\nThank you`],
  ['nothing', ''],
])('%s is no report that anything follows from', async (_, source) => {
  expect(await read(source)).toBeNull()
})

test('of a field that occurs twice the first one counts', async () => {
  const code = 'smtp; 550 No\r\nStatus: 2.0.0\r\nDiagnostic-Code: smtp; 250 Yes'
  expect(await read(bounceOf(id, { code }))).toMatchObject({ stops: true, detail: '550 No' })
})

test('a complaint is read without the address of the reader', async () => {
  expect(await read(complaintOf(id))).toEqual({
    messageId: `<${id}>`,
    cause: 'complaint',
    stops: true,
    detail: 'abuse: SomeGenerator/1.0',
  })
})
