import type { UpdateRhythm } from '#contract/codes.ts'
import type { MailContent } from '#server/kernel/mail/mail-content.ts'

const frequencyWords: Record<UpdateRhythm, string> = {
  each_visit: 'after each visit',
  twice_daily: 'twice a day',
  daily: 'once a day',
  if_needed: 'if something happens',
}

/** Mail that reminds a sitter of the updates the owner hopes for. */
export function updateReminderLetter(input: {
  owner: string
  rhythm: UpdateRhythm
  bookingId: string
  site: { url: string }
}): MailContent {
  const { owner, rhythm, bookingId, site } = input
  const name = owner.split(' ')[0] ?? owner
  return {
    subject: `${name} would like to hear how it is going`,
    greeting: 'Hello,',
    paragraphs: [
      `${name} hopes for an update ${frequencyWords[rhythm]}, and the last one was a while ago. One sentence or one photo is enough.`,
    ],
    facts: [],
    quoted: null,
    button: { label: 'Send an update', url: `${site.url}/account/bookings/${bookingId}` },
    closing: 'Your update appears in the report card of the booking, which only the two of you can see.',
  }
}
