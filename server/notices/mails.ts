import { type NoticeKind, kindOf } from '#contract/notices/kinds.ts'
import type { Site } from '#server/kernel/deps.ts'
import { type MailFooter, renderMail } from '#server/kernel/mail/mail-content.ts'
import type { OutgoingMail } from '#server/kernel/mail/mail.ts'
import { isFixed } from '#server/notices/choice.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'
import { type Unsubscribed, unsubscribeToken } from '#server/notices/unsubscribe.ts'
import { topicWords } from '#server/notices/words.ts'

const unsubscribeUrlOf = (accountId: string, end: Unsubscribed, { url, secret }: Site) =>
  `${url}/unsubscribe/${unsubscribeToken(accountId, end, secret)}`

/** No mail contains another person's address, so a reply cannot disclose one. */
const replyHint = ({ name }: Site) =>
  `A reply to it goes to the operator of ${name}, not to the other person: write to them on the site.`

/** Builds the digest mail. Its unsubscribe link ends these mails; such notices then appear only in the app. */
export function digestMail(
  to: { accountId: string; email: string },
  letter: NoticeLetter,
  site: Site,
): OutgoingMail {
  const unsubscribeUrl = unsubscribeUrlOf(to.accountId, 'digest', site)
  const foot: MailFooter = {
    why: `You get this e-mail because you chose to get news in one digest. ${replyHint(site)}`,
    settingsUrl: `${site.url}/account/notices/settings`,
    unsubscribeUrl,
  }
  return {
    to: to.email,
    kind: 'digest',
    ...renderMail(letter, site, foot),
    replyTo: site.operator.email,
    unsubscribeUrl,
  }
}

/** Builds the whole mail, with the reason for it, the way to unsubscribe, and where a reply goes. */
export function noticeMail(
  to: { accountId: string; email: string },
  kind: NoticeKind,
  letter: NoticeLetter,
  site: Site,
): OutgoingMail {
  const { topic } = kindOf(kind)
  const unsubscribeUrl = isFixed(topic, 'mail') ? null : unsubscribeUrlOf(to.accountId, topic, site)
  const foot: MailFooter = {
    why: `You get this e-mail because ${topicWords[topic].why}.${unsubscribeUrl ? '' : ' You cannot turn off e-mails of this kind.'} ${replyHint(site)}`,
    settingsUrl: `${site.url}/account/notices/settings`,
    unsubscribeUrl,
  }
  return {
    to: to.email,
    kind: letter.kind ?? kind,
    ...renderMail(letter, site, foot),
    replyTo: site.operator.email,
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
  }
}
