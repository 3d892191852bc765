import { expect, test } from 'vitest'
import { explainFailure } from '#server/kernel/mail/answer.ts'

/** An error as the mail library makes it. */
const failure = (message: string, facts: object) => Object.assign(new Error(message), facts)

test.each([
  [
    failure('Invalid login: 535 5.7.8 Bad credentials', {
      code: 'EAUTH',
      command: 'AUTH PLAIN',
      responseCode: 535,
      response: '535 5.7.8 Bad credentials',
    }),
    'The mail server did not accept the user name or the password: 535 5.7.8 Bad credentials',
  ],
  [
    failure('getaddrinfo ENOTFOUND mail.example.org', { code: 'EDNS', command: 'CONN' }),
    'The host name of the mail server was not found: getaddrinfo ENOTFOUND mail.example.org',
  ],
  [
    failure('x', {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
      response: '550 5.1.1 No such user',
    }),
    'The mail server refused the recipient: 550 5.1.1 No such user',
  ],
  [
    failure('x', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553, response: '553 Not yours' }),
    'The mail server refused the sender: 553 Not yours',
  ],
  [
    failure('x', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451, response: '451 Greylisted' }),
    'The mail server asked to try again later: 451 Greylisted',
  ],
  [
    failure('x', {
      code: 'EMESSAGE',
      command: 'DATA',
      responseCode: 554,
      response: '554 It looks\r\nlike spam',
    }),
    'The mail server refused the mail: 554 It looks like spam',
  ],
  [failure('Something else', {}), 'The mail could not be sent: Something else'],
  ['not even an error', 'The mail could not be sent: not even an error'],
])('a failure is explained in a sentence with the answer of the server: %s', (error, sentence) => {
  expect(explainFailure(error)).toBe(sentence)
})

test('a very long answer is cut', () => {
  expect(explainFailure(failure('x'.repeat(9_000), {}))).toHaveLength(500)
})
