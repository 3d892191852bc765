import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { MailOptions } from '#server/kernel/mail/mail.ts'
import type { Mailbox } from '#server/kernel/outside/imap.ts'
import type { FeedbackKeys } from '#server/mails/feedback-commands.ts'

type Values = {
  MAIL: 'on' | 'off'
  SMTP_URL?: string | undefined
  MAIL_FROM: string
  DKIM_DOMAIN?: string | undefined
  DKIM_SELECTOR?: string | undefined
  DKIM_KEY_FILE?: string | undefined
  MAIL_REPORTS_URL?: string | undefined
  MAIL_WEBHOOK_SECRET?: string | undefined
  MAILGUN_SIGNING_KEY?: string | undefined
  SENDGRID_WEBHOOK_KEY?: string | undefined
}

const leastKeyBits = 1024

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1]?.toLowerCase() ?? ''

/** Returns what is wrong with the file of the key; undefined if mails can be signed with it. */
function keyMistake(file: string): string | undefined {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(readFileSync(file))
    if (type === 'rsa' && (details?.modulusLength ?? 0) >= leastKeyBits) return undefined
    return `DKIM_KEY_FILE: Use an RSA key of at least ${leastKeyBits} bits, from "openssl genrsa 2048".`
  } catch {
    return `DKIM_KEY_FILE: ${file} cannot be read as a private key in PEM.`
  }
}

function dkimMistakes({
  DKIM_DOMAIN: domain,
  DKIM_SELECTOR: selector,
  DKIM_KEY_FILE: file,
  MAIL_FROM: from,
}: Values): string[] {
  if (!domain && !selector && !file) return []
  if (!domain || !selector || !file)
    return ['DKIM_DOMAIN: Give DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE, or none of them.']
  const sender = domainOf(from)
  const isOfSender = sender === domain.toLowerCase() || sender.endsWith(`.${domain.toLowerCase()}`)
  const mistakes = isOfSender ? [] : ['DKIM_DOMAIN: Use the domain of MAIL_FROM, or one above it.']
  return [...mistakes, keyMistake(file) ?? []].flat()
}

const canRead = (key: string): boolean => {
  try {
    createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return true
  } catch {
    return false
  }
}

export function mailMistakes(values: Values): string[] {
  const mistakes = dkimMistakes(values)
  if (values.MAIL === 'off' && values.SMTP_URL)
    mistakes.push('MAIL: Leave it out to send mails, or leave SMTP_URL out to send none.')
  if (values.MAIL_REPORTS_URL && !mailReportsOf(values))
    mistakes.push('MAIL_REPORTS_URL: Give the user name and the password in the address.')
  if (values.SENDGRID_WEBHOOK_KEY && !canRead(values.SENDGRID_WEBHOOK_KEY))
    mistakes.push('SENDGRID_WEBHOOK_KEY: Copy the verification key of the signed event webhook.')
  return mistakes
}

export const mailOf = (values: Values): MailOptions => {
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_KEY_FILE: file } = values
  return {
    smtpUrl: values.SMTP_URL,
    from: values.MAIL_FROM,
    ...(domainName && keySelector && file
      ? { dkim: { domainName, keySelector, privateKey: readFileSync(file, 'utf8') } }
      : {}),
  }
}

/** Returns the mailbox of the reports; undefined if the address names none, or nobody to sign in. */
export function mailReportsOf({
  MAIL_REPORTS_URL: address,
}: Pick<Values, 'MAIL_REPORTS_URL'>): Mailbox | undefined {
  const url = URL.parse(address ?? '')
  if (!url?.username || !url.password) return undefined
  const isSecure = url.protocol === 'imaps:'
  return {
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 993 : 143),
    isSecure,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  }
}

export const feedbackKeysOf = (values: Values): FeedbackKeys => ({
  secret: values.MAIL_WEBHOOK_SECRET,
  mailgun: values.MAILGUN_SIGNING_KEY,
  sendgrid: values.SENDGRID_WEBHOOK_KEY,
})
