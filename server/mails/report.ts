import PostalMime from 'postal-mime'

/** What a mail server writes back about one mail of ours. */
export type MailReport = {
  /** The `Message-ID` of the mail that it is about. */
  messageId: string
  cause: 'bounce' | 'complaint'
  /** The mailbox does not exist or is closed, so another mail would come back too. */
  stops: boolean
  detail: string
}

type Fields = Map<string, string>

/** Reads the fields of one group of header lines; of fields that occur twice the first one counts. */
function readFields(text: string): Fields {
  const fields: Fields = new Map()
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([\w-]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? []
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim())
  }
  return fields
}

const groupsOf = (text: string): Fields[] =>
  text
    .trim()
    .split(/(?:\r?\n){2,}/)
    .map(readFields)

/**
 * Statuses (RFC 3463, RFC 7505) of a mailbox that does not exist, has moved or is closed. Others, such as a full mailbox
 * or a refusal of the content, may pass or be the fault of the sender.
 */
const stoppingStatus = /^5\.(1\.(1|3|6|10)|2\.1)$/

/** A delivery status notification (RFC 3464): who could not be reached for good, and why. */
function readStatus(text: string): Omit<MailReport, 'messageId'> | null {
  const failed = groupsOf(text).find((group) => group.get('action')?.toLowerCase() === 'failed')
  const status = failed?.get('status')?.split(/\s/)[0] ?? ''
  if (!failed || !status.startsWith('5.')) return null
  const said = failed.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '')
  return { cause: 'bounce', stops: stoppingStatus.test(status), detail: said || `Status ${status}` }
}

/** Types of a report about abuse (RFC 5965) that mean that the reader does not want the mail. */
const complaints: readonly string[] = ['abuse', 'fraud', 'other', 'virus']

function readComplaint(text: string): Omit<MailReport, 'messageId'> | null {
  const fields = readFields(text)
  const type = fields.get('feedback-type')?.toLowerCase() ?? ''
  if (!complaints.includes(type)) return null
  return {
    cause: 'complaint',
    stops: true,
    detail: [type, fields.get('user-agent')].filter(Boolean).join(': '),
  }
}

const readers: [type: RegExp, read: (text: string) => Omit<MailReport, 'messageId'> | null][] = [
  [/^message\/(global-)?delivery-status$/, readStatus],
  [/^message\/feedback-report$/, readComplaint],
]
const originalType = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/

/** Reads a message; null if it is no report about a mail that came back for good or was called spam. */
export async function readReport(source: Uint8Array): Promise<MailReport | null> {
  const { attachments } = await PostalMime.parse(source, { attachmentEncoding: 'utf8' })
  const textOf = (type: RegExp): string | undefined => {
    const content = attachments.find(({ mimeType }) => type.test(mimeType))?.content
    return typeof content === 'string' ? content : undefined
  }
  const messageId = readFields(headOf(textOf(originalType) ?? '')).get('message-id')
  if (!messageId) return null
  for (const [type, read] of readers) {
    const text = textOf(type)
    const report = text === undefined ? null : read(text)
    if (report) return { messageId, ...report }
  }
  return null
}

/** The header of the original mail, whose body may contain anything. */
const headOf = (message: string): string => message.trimStart().split(/\r?\n\r?\n/, 1)[0] ?? ''
