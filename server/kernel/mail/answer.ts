/** An error of the mail library; `response` is the line that the server answered. */
type SendingError = { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown }

const longestAnswer = 500

/** One line of what a server said, short enough for a table. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestAnswer)

const byCode: Partial<Record<string, string>> = {
  EAUTH: 'The mail server did not accept the user name or the password',
  ENOAUTH: 'The mail server wants a user name and a password, and SMTP_URL has none',
  EDNS: 'The host name of the mail server was not found',
  ETIMEDOUT: 'The mail server did not answer in time',
  ETLS: 'The connection to the mail server could not be encrypted',
  ECONNECTION: 'The connection to the mail server failed',
  ESOCKET: 'The mail server could not be reached',
}

const byCommand: Partial<Record<string, string>> = {
  'MAIL FROM': 'The mail server refused the sender',
  'RCPT TO': 'The mail server refused the recipient',
  DATA: 'The mail server refused the mail',
}

function beginningOf({ code, command, responseCode }: SendingError): string {
  const known = byCode[String(code)]
  if (known) return known
  if (typeof responseCode === 'number' && responseCode < 500)
    return 'The mail server asked to try again later'
  return byCommand[String(command)] ?? 'The mail could not be sent'
}

/** Says in a sentence why a mail was not sent, with the answer of the mail server. */
export function explainFailure(error: unknown): string {
  if (typeof error !== 'object' || error === null)
    return oneLine(`The mail could not be sent: ${String(error)}`)
  const { response }: SendingError = error
  const said = typeof response === 'string' ? response : error instanceof Error ? error.message : ''
  return oneLine([beginningOf(error), said].filter(Boolean).join(': '))
}
