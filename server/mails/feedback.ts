import { z } from 'zod'
import { postmarkMetadata } from '#server/kernel/mail/mail.ts'

/** What a provider reports: a mail that came back for good, or that its reader called spam. */
export type Feedback = {
  /** Id of the report at the provider. */
  id: string
  recipient: string
  cause: 'bounce' | 'complaint'
  detail: string
  /** False if only this mail came back, and others to the address are still sent. */
  stops?: boolean
  /** The `Message-ID` of the mail; null if the provider does not know it. */
  messageId: string | null
}

export const feedbackProviders = ['ses', 'postmark', 'mailgun', 'sendgrid', 'brevo'] as const
export type FeedbackProvider = (typeof feedbackProviders)[number]

const words = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(': ')

const SesHeaders = z.object({ commonHeaders: z.object({ messageId: z.string().optional() }).optional() })
const SesBounce = z.object({
  mail: SesHeaders,
  bounce: z.object({
    bounceType: z.string(),
    feedbackId: z.string(),
    bouncedRecipients: z.array(z.object({ emailAddress: z.string(), diagnosticCode: z.string().optional() })),
  }),
})
const SesComplaint = z.object({
  mail: SesHeaders,
  complaint: z.object({
    feedbackId: z.string(),
    complaintFeedbackType: z.string().nullish(),
    complainedRecipients: z.array(z.object({ emailAddress: z.string() })),
  }),
})

/** Amazon SES: the message inside a notification of SNS. */
function fromSes(message: unknown): Feedback[] {
  const bounced = SesBounce.safeParse(message)
  if (bounced.success) {
    const { mail, bounce } = bounced.data
    if (bounce.bounceType !== 'Permanent') return []
    return bounce.bouncedRecipients.map(({ emailAddress: recipient, diagnosticCode }) => ({
      id: `${bounce.feedbackId} ${recipient}`,
      recipient,
      cause: 'bounce' as const,
      detail: words('Amazon SES', diagnosticCode ?? 'The mail came back.'),
      messageId: mail.commonHeaders?.messageId ?? null,
    }))
  }
  const complained = SesComplaint.safeParse(message)
  if (!complained.success) return []
  const { mail, complaint } = complained.data
  return complaint.complainedRecipients.map(({ emailAddress: recipient }) => ({
    id: `${complaint.feedbackId} ${recipient}`,
    recipient,
    cause: 'complaint' as const,
    detail: words('Amazon SES', complaint.complaintFeedbackType ?? 'complaint'),
    messageId: mail.commonHeaders?.messageId ?? null,
  }))
}

const Postmark = z.object({
  RecordType: z.enum(['Bounce', 'SpamComplaint']),
  ID: z.union([z.number(), z.string()]),
  Type: z.string(),
  Email: z.string(),
  Description: z.string().nullish(),
  Details: z.string().nullish(),
  Metadata: z.record(z.string(), z.unknown()).nullish(),
})
/** The types of Postmark after which another mail would come back as well. */
const finalPostmarkTypes: readonly string[] = ['HardBounce', 'BadEmailAddress']

function fromPostmark(message: unknown): Feedback[] {
  const read = Postmark.safeParse(message)
  if (!read.success) return []
  const {
    RecordType: record,
    ID: id,
    Type: type,
    Email: recipient,
    Details,
    Description,
    Metadata,
  } = read.data
  const isComplaint = record === 'SpamComplaint'
  if (!isComplaint && !finalPostmarkTypes.includes(type)) return []
  const detail = words('Postmark', type, Details || Description)
  const mailId = Metadata?.[postmarkMetadata]
  const messageId = typeof mailId === 'string' ? `<${mailId}@postmark>` : null
  return [{ id: `${id}`, recipient, cause: isComplaint ? 'complaint' : 'bounce', detail, messageId }]
}

const Mailgun = z.object({
  'event-data': z.object({
    id: z.string(),
    event: z.enum(['failed', 'complained']),
    severity: z.string().optional(),
    recipient: z.string(),
    'delivery-status': z
      .object({ message: z.string().nullish(), description: z.string().nullish() })
      .optional(),
    message: z.object({ headers: z.object({ 'message-id': z.string().optional() }) }).optional(),
  }),
})

function fromMailgun(body: unknown): Feedback[] {
  const read = Mailgun.safeParse(body)
  if (!read.success) return []
  const { id, event, severity, recipient, message, 'delivery-status': status } = read.data['event-data']
  if (event === 'failed' && severity !== 'permanent') return []
  return [
    {
      id,
      recipient,
      cause: event === 'failed' ? 'bounce' : 'complaint',
      detail: words('Mailgun', status?.message || status?.description || event),
      messageId: message?.headers['message-id'] ?? null,
    },
  ]
}

const SendGrid = z.object({
  sg_event_id: z.string(),
  event: z.enum(['bounce', 'spamreport']),
  type: z.string().optional(),
  email: z.string(),
  reason: z.string().nullish(),
  'smtp-id': z.string().nullish(),
})

/** SendGrid sends several events at once; a bounce of the type "blocked" is temporary. */
const fromSendGrid = (body: unknown): Feedback[] =>
  z
    .array(z.unknown())
    .catch([])
    .parse(body)
    .flatMap((one) => {
      const read = SendGrid.safeParse(one)
      if (!read.success || (read.data.event === 'bounce' && read.data.type === 'blocked')) return []
      const { sg_event_id: id, event, email: recipient, reason, 'smtp-id': messageId } = read.data
      return [
        {
          id,
          recipient,
          cause: event === 'bounce' ? ('bounce' as const) : ('complaint' as const),
          detail: words('SendGrid', reason || event),
          messageId: messageId ?? null,
        },
      ]
    })

const Brevo = z.object({
  event: z.enum(['hard_bounce', 'invalid_email', 'spam', 'complaint']),
  email: z.string(),
  'message-id': z.string().nullish(),
  ts_event: z.union([z.number(), z.string()]).nullish(),
  reason: z.string().nullish(),
})

function fromBrevo(body: unknown): Feedback[] {
  const read = Brevo.safeParse(body)
  if (!read.success) return []
  const { event, email: recipient, reason, ts_event: at, 'message-id': messageId } = read.data
  const cause = event === 'spam' || event === 'complaint' ? 'complaint' : 'bounce'
  const id = [event, recipient, messageId, at].join(' ')
  return [{ id, recipient, cause, detail: words('Brevo', reason || event), messageId: messageId ?? null }]
}

/**
 * What each provider sends, as the reports that stop mails to an address. Other events, such as deliveries and temporary
 * failures, are no reports.
 */
export const readFeedback: Record<FeedbackProvider, (body: unknown) => Feedback[]> = {
  ses: fromSes,
  postmark: fromPostmark,
  mailgun: fromMailgun,
  sendgrid: fromSendGrid,
  brevo: fromBrevo,
}

/** The id of the mail in its `Message-ID`, which `createMailSender` makes. */
export const mailIdIn = (messageId: string | null): string | null =>
  /^<?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[.@]/.exec(messageId ?? '')?.[1] ?? null
