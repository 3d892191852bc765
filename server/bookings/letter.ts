import { localOf } from '#server/calendar/day.ts'

/** What a mail says; the text and the HTML twin are made from the same words. */
export type Letter = {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** A table of what matters, name and value. */
  facts: readonly (readonly [name: string, value: string])[]
  /** Somebody else's words, set apart. */
  quoted: string | null
  button: { label: string; url: string }
  closing: string
}
export type Twins = { subject: string; text: string; html: string }

/** The same letter twice: for readers of plain text and of HTML. */
export const twinsOf = (letter: Letter, site: { name: string; url: string }): Twins => ({
  subject: letter.subject,
  text: textOf(letter, site),
  html: htmlOf(letter, site),
})

function textOf(letter: Letter, site: { name: string; url: string }): string {
  const width = Math.max(0, ...letter.facts.map(([name]) => name.length + 1))
  const parts = [
    letter.greeting,
    ...letter.paragraphs,
    letter.facts.map(([name, value]) => `${`${name}:`.padEnd(width)} ${value}`).join('\n'),
    (letter.quoted ?? '').replaceAll(/^/gm, '> ').replace(/^> $/, ''),
    `${letter.button.label}:\n${letter.button.url}`,
    letter.closing,
    `${site.name}\n${site.url}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (words: string): string => words.replaceAll(/[&<>"']/g, (sign) => escapes[sign]!)

const ink = '#2b2a33'
const faint = '#6b6976'
const accent = '#8a3b1f'

function htmlOf(letter: Letter, site: { name: string; url: string }): string {
  const paragraph = (words: string) => `<p style="margin:0 0 16px">${escape(words)}</p>`
  const rows = letter.facts.map(
    ([name, value]) =>
      `<tr><th scope="row" style="text-align:left;vertical-align:top;font-weight:400;color:${faint};padding:4px 16px 4px 0">${escape(name)}</th><td style="padding:4px 0">${escape(value)}</td></tr>`,
  )
  const quoted =
    letter.quoted === null
      ? ''
      : `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #d9d4ca;white-space:pre-line">${escape(letter.quoted)}</blockquote>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(letter.subject)}</title></head>
<body style="margin:0;background:#f6f3ee;color:${ink};font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font-weight:600">${escape(site.name)}</p>
${paragraph(letter.greeting)}
${letter.paragraphs.map(paragraph).join('\n')}
${rows.length > 0 ? `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>` : ''}
${quoted}
<p style="margin:24px 0"><a href="${escape(letter.button.url)}" style="background:${accent};color:#fff;text-decoration:none;padding:12px 20px;border-radius:8px;display:inline-block">${escape(letter.button.label)}</a></p>
${paragraph(letter.closing)}
<p style="margin:32px 0 0;font-size:13px;color:${faint}"><a href="${escape(site.url)}" style="color:${faint}">${escape(site.url)}</a></p>
</div></body></html>
`
}

const days = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `Fri, 18 Dec 2026`: a calendar day has no zone, so it is read and written in UTC. */
export const dayInWords = (on: string): string => days.format(Date.parse(`${on}T00:00:00Z`))

/** `Dublin time`: the zone's own town. */
export const zoneInWords = (timeZone: string): string =>
  timeZone.includes('/') ? `${timeZone.split('/').at(-1)!.replaceAll('_', ' ')} time` : timeZone

/** `Tue, 15 Dec 2026, 12:00 (Dublin time)` */
export function instantInWords(at: Date, timeZone: string): string {
  const { on, time } = localOf(at, timeZone)
  return `${dayInWords(on)}, ${time} (${zoneInWords(timeZone)})`
}

/** `€627.00`, `US$627.00`: as the pages write it. */
export function moneyInWords(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits).replaceAll('\u00a0', ' ')
}

/** `Rex`, `Rex and Pip`, `Rex, Pip and Tom` */
export const listInWords = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
