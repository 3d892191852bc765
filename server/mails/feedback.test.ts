import { expect, test } from 'vitest'
import { type FeedbackProvider, mailIdIn, readFeedback } from '#server/mails/feedback.ts'

const olga = 'olga@example.org'
const messageId = '<01a230d5-1668-7074-8351-0df6585f6bb0@sitwell.example.org>'
const sesMail = { messageId: 'ses', commonHeaders: { messageId } }
const bouncedRecipients = [{ emailAddress: olga, diagnosticCode: 'smtp; 550 5.1.1 unknown' }]

test.each<[provider: FeedbackProvider, body: unknown, feedback: object]>([
  [
    'ses',
    {
      notificationType: 'Bounce',
      mail: sesMail,
      bounce: { bounceType: 'Permanent', feedbackId: 'f-1', bouncedRecipients },
    },
    { id: 'f-1 olga@example.org', cause: 'bounce', detail: 'Amazon SES: smtp; 550 5.1.1 unknown', messageId },
  ],
  [
    'ses',
    {
      eventType: 'Complaint',
      mail: sesMail,
      complaint: {
        feedbackId: 'f-2',
        complaintFeedbackType: 'abuse',
        complainedRecipients: [{ emailAddress: olga }],
      },
    },
    { cause: 'complaint', detail: 'Amazon SES: abuse', messageId },
  ],
  [
    'postmark',
    { RecordType: 'Bounce', ID: 42, Type: 'HardBounce', Email: olga, Description: 'Unknown', Details: '' },
    { id: '42', cause: 'bounce', detail: 'Postmark: HardBounce: Unknown', messageId: null },
  ],
  [
    'postmark',
    { RecordType: 'SpamComplaint', ID: 43, Type: 'SpamComplaint', Email: olga },
    { cause: 'complaint', detail: 'Postmark: SpamComplaint' },
  ],
  [
    'postmark',
    {
      RecordType: 'Bounce',
      ID: 44,
      Type: 'HardBounce',
      Email: olga,
      MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
      Metadata: { mail: '0190a000-0000-7000-8000-000000000001' },
    },
    { cause: 'bounce', messageId: '<0190a000-0000-7000-8000-000000000001@postmark>' },
  ],
  [
    'mailgun',
    {
      'event-data': {
        id: 'e-1',
        event: 'failed',
        severity: 'permanent',
        recipient: olga,
        'delivery-status': { message: '', description: 'No such mailbox', code: 605 },
        message: { headers: { 'message-id': messageId.slice(1, -1) } },
      },
    },
    { id: 'e-1', cause: 'bounce', detail: 'Mailgun: No such mailbox', messageId: messageId.slice(1, -1) },
  ],
  [
    'mailgun',
    { 'event-data': { id: 'e-2', event: 'complained', recipient: olga } },
    { cause: 'complaint', detail: 'Mailgun: complained' },
  ],
  [
    'sendgrid',
    [
      { event: 'delivered', email: olga, sg_event_id: 's-0' },
      { event: 'bounce', type: 'blocked', email: olga, sg_event_id: 's-1' },
      {
        event: 'bounce',
        type: 'bounce',
        email: olga,
        sg_event_id: 's-2',
        reason: '550 Unknown',
        'smtp-id': messageId,
      },
    ],
    { id: 's-2', cause: 'bounce', detail: 'SendGrid: 550 Unknown', messageId },
  ],
  [
    'sendgrid',
    [{ event: 'spamreport', email: olga, sg_event_id: 's-3' }],
    { cause: 'complaint', detail: 'SendGrid: spamreport' },
  ],
  [
    'brevo',
    { event: 'hard_bounce', email: olga, 'message-id': messageId, ts_event: 1, reason: 'Unknown' },
    { cause: 'bounce', detail: 'Brevo: Unknown', messageId },
  ],
  ['brevo', { event: 'spam', email: olga, ts_event: 2 }, { cause: 'complaint', detail: 'Brevo: spam' }],
])('a report of %s is read: %j', (provider, body, feedback) => {
  expect(readFeedback[provider](body)).toEqual([expect.objectContaining({ recipient: olga, ...feedback })])
})

test.each<[provider: FeedbackProvider, body: unknown]>([
  ['ses', { mail: sesMail, bounce: { bounceType: 'Transient', feedbackId: 'f', bouncedRecipients } }],
  ['ses', { notificationType: 'Delivery', mail: sesMail, delivery: {} }],
  ['postmark', { RecordType: 'Bounce', ID: 1, Type: 'SoftBounce', Email: olga }],
  ['postmark', { RecordType: 'Delivery', MessageID: 'x', Recipient: olga }],
  ['mailgun', { 'event-data': { id: 'e', event: 'failed', severity: 'temporary', recipient: olga } }],
  ['mailgun', { 'event-data': { id: 'e', event: 'delivered', recipient: olga } }],
  ['sendgrid', [{ event: 'deferred', email: olga, sg_event_id: 's' }]],
  ['sendgrid', { event: 'bounce' }],
  ['brevo', { event: 'soft_bounce', email: olga }],
  ['brevo', null],
])('what %s says of deliveries and temporary failures is no report: %j', (provider, body) => {
  expect(readFeedback[provider](body)).toEqual([])
})

test('the id of the mail is found in its Message-ID, also in that of a mail that was sent again', () => {
  const id = '01a230d5-1668-7074-8351-0df6585f6bb0'
  for (const given of [messageId, messageId.slice(1, -1), `<${id}.1796115661000@sitwell.example.org>`])
    expect(mailIdIn(given)).toBe(id)
  for (const given of [null, '', '<abc@example.org>', `<x${id}@example.org>`])
    expect(mailIdIn(given)).toBeNull()
})
