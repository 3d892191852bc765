import type { MailContent } from '#server/kernel/mail/mail-content.ts'

/** What a slice gives for the mail of a notice; `mails.ts` adds the reason for it and the link to unsubscribe. */
export type NoticeLetter = MailContent & {
  /** The kind under which the outbox records it; by default the kind of the notice. */
  kind?: string
}
