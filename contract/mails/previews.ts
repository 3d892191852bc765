import { z } from 'zod'
import { parties } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, line } from '#contract/values.ts'

/** A mail about a booking as it would be sent now. */
const MailPreviewLine = z.object({
  /** The event of the booking, such as `accept`. */
  event: z.string(),
  to: z.enum(parties),
  subject: z.string(),
  /** The event is in the history of the booking, so that the mail was sent with the same words. */
  happened: z.boolean(),
})

const booking = line(40, 1)

export const listMailPreviews = endpoint({
  method: 'GET',
  path: '/v1/admin/mail-previews',
  access: 'mails.read',
  summary: 'List the mails that a booking sends or could send, by the number of the booking (staff)',
  query: z.object({ booking }),
  response: z.object({
    booking: z.object({ id: Id, number: z.string() }),
    items: z.array(MailPreviewLine),
  }),
  problems: ['booking-not-found'],
})

export const showMailPreview = endpoint({
  method: 'GET',
  path: '/v1/admin/mail-previews/:event/:to',
  access: 'mails.read',
  summary: 'Get a mail about a booking as text and HTML, without sending it (staff)',
  params: z.object({ event: z.string().max(60), to: z.enum(parties) }),
  query: z.object({ booking }),
  response: MailPreviewLine.extend({ text: z.string(), html: z.string() }),
  problems: ['booking-not-found', 'mail-not-found'],
})

export type MailPreviewLine = z.infer<typeof MailPreviewLine>
