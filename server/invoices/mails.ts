import { formatMoney } from '#contract/words.ts'
import { numberOf } from '#server/invoices/invoice.ts'
import type { InvoiceRow } from '#server/invoices/store.ts'
import type { Site } from '#server/kernel/deps.ts'
import type { MailContent } from '#server/kernel/mail/mail-content.ts'
import { greetingTo, dayInWords, monthInWords } from '#server/kernel/words.ts'

export type InvoiceMail = { row: InvoiceRow; bookings: number; note: string; site: Site }

const operatorOf = ({ operator, name }: Site): string => operator.name || name

function letter(
  { row, site }: InvoiceMail,
  subject: string,
  paragraphs: string[],
  facts: MailContent['facts'],
): MailContent {
  return {
    subject,
    greeting: greetingTo(row.name),
    paragraphs,
    facts: [['Invoice', numberOf(row.serial)], ...facts],
    quoted: null,
    button: { label: 'Open the invoice', url: `${site.url}/account/fee-invoices/${row.id}` },
    closing: `Is something wrong? Write to ${operatorOf(site)}: ${site.operator.email}.`,
  }
}

const countOf = (bookings: number): string => (bookings === 1 ? 'one booking' : `${bookings} bookings`)
const payNote = (note: string): string[] => (note ? [note] : [])

/** Mail after the end of the month: the amount due and its due date, or the credit. */
export function invoiceLetter(mail: InvoiceMail): MailContent {
  const { row, bookings, note, site } = mail
  const month = monthInWords(row.month)
  const amount = formatMoney(Math.abs(row.total), row.currency)
  if (row.total < 0)
    return letter(
      mail,
      `Your service fees for ${month}: you get ${amount} back`,
      [
        `Earlier invoices were higher than the fees for your bookings, mostly because an owner got a refund afterwards. ${operatorOf(site)} owes you the difference.`,
      ],
      [['You get back', amount]],
    )
  if (row.total === 0)
    return letter(
      mail,
      `Your service fees for ${month}: nothing to pay`,
      ['The fees and the credits of the month cancel each other out. You don’t need to do anything.'],
      [],
    )
  return letter(
    mail,
    `Your service fees for ${month}: ${amount}`,
    [
      `The owners have paid you the full price of ${countOf(bookings)}, which includes the service fees of both sides. Here is the invoice for these fees, line by line.`,
      ...payNote(note),
    ],
    [
      ['To pay', amount],
      ['Due', dayInWords(row.due_on)],
    ],
  )
}

/** Reminder sent once, after the due date. */
export function reminderLetter(mail: InvoiceMail): MailContent {
  const { row, note, site } = mail
  const amount = formatMoney(row.total, row.currency)
  return letter(
    mail,
    `Reminder: ${amount} in service fees was due on ${dayInWords(row.due_on)}`,
    [
      `The invoice for ${monthInWords(row.month)} is still open. If your payment is on its way, you don’t need to do anything; ${operatorOf(site)} records it by hand.`,
      ...payNote(note),
    ],
    [
      ['To pay', amount],
      ['Was due', dayInWords(row.due_on)],
    ],
  )
}
