import type { Palette } from '#contract/palette.ts'
import { areHeadingsPlain } from '#server/kernel/drawing/headings.ts'
import type { SiteLogo } from '#server/kernel/drawing/logo.ts'

/** Contents of a mail, from which the text and the HTML version are made. */
export type MailContent = {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** A table of key facts, name and value. */
  facts: readonly (readonly [name: string, value: string])[]
  /** Several items in one mail, each with a link to its page. */
  list?: readonly { title: string; words: string | null; url: string }[]
  /** Another person's words, shown as a quotation. */
  quoted: string | null
  /** `isSpelled`: the address is also printed below the button, for mails without another link to it. */
  button: { label: string; url: string; isSpelled?: boolean }
  closing: string
}
/** The reason for the mail and how to opt out; `unsubscribeUrl` is null if opting out is not possible. */
export type MailFooter = { why: string; settingsUrl: string; unsubscribeUrl: string | null }
export type RenderedMail = { subject: string; text: string; html: string }
/** What mails show of the look of the site. */
export type MailLook = {
  palette: Palette
  logo: SiteLogo | null
  properties: Readonly<Record<string, string>>
  footer: { text: string } | null
}
type MailSite = MailLook & { name: string; url: string }

/** Size of the operator's logo above a mail, in pixels. */
export const logoInMails = { height: 40, maxWidth: 240 } as const

/** Returns the mail in both versions, plain text and HTML. */
export const renderMail = (content: MailContent, site: MailSite, footer?: MailFooter): RenderedMail => ({
  subject: content.subject,
  text: textOf(content, site, footer),
  html: htmlOf(content, site, footer),
})

function textOf(content: MailContent, site: MailSite, footer: MailFooter | undefined): string {
  const width = Math.max(0, ...content.facts.map(([name]) => name.length + 1))
  const parts = [
    content.greeting,
    ...content.paragraphs,
    content.facts.map(([name, value]) => `${`${name}:`.padEnd(width)} ${value}`).join('\n'),
    ...(content.list ?? []).map(({ title, words, url }) =>
      [`* ${title}`, words, url].filter(Boolean).join('\n  '),
    ),
    (content.quoted ?? '').replaceAll(/^/gm, '> ').replace(/^> $/, ''),
    `${content.button.label}:\n${content.button.url}`,
    content.closing,
    // Plain-text mail clients fold everything after this line.
    ['-- ', site.name, site.url, site.footer?.text].filter(Boolean).join('\n'),
    ...(footer
      ? [
          footer.why,
          `Choose which news you get:\n${footer.settingsUrl}`,
          footer.unsubscribeUrl ? `Unsubscribe from e-mails like this:\n${footer.unsubscribeUrl}` : '',
        ]
      : []),
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
export const escapeHtml = (words: string): string => words.replaceAll(/[&<>"']/g, (sign) => escapes[sign]!)

const serif = `Fraunces,Georgia,'Times New Roman',serif`
const sans = `Figtree,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif`

/**
 * Light colours are inline styles, which every mail client supports; dark ones override them in clients that ask for a
 * dark scheme.
 */
const themes = (c: Palette) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
a{text-underline-offset:2px}
@media (max-width:600px){.page{padding:16px 8px!important}.card{padding:24px 20px!important}.fact th,.fact td{display:block!important;width:auto!important;padding-left:0!important;padding-right:0!important}.fact th{padding-bottom:0!important}.fact td{border-top:0!important;padding-top:0!important}}
@media (prefers-color-scheme:dark){.page{background:${c.paper[1]}!important;color:${c.ink[1]}!important}.card{background:${c.card[1]}!important;border-color:${c.line[1]}!important}.ink{color:${c.ink[1]}!important}.soft{color:${c['ink-2'][1]}!important}.link{color:${c.green[1]}!important}.logo{background:#ffffff!important;padding:4px!important}.line{border-color:${c.line[1]}!important}.quote{border-color:${c.green[1]}!important;background:${c['green-soft'][1]}!important}.action{background:${c.gold[1]}!important;color:${c['on-gold'][1]}!important}}`

/** Paragraphs and links in the colours of the site. */
const writerIn = (c: Palette) => {
  const paragraph = (words: string) =>
    `<p class="ink" style="margin:0 0 16px;color:${c.ink[0]}">${escapeHtml(words)}</p>`
  const small = (content: string) =>
    `<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:1.5;color:${c['ink-2'][0]}">${content}</p>`
  const link = (url: string, label: string) =>
    `<a class="link" href="${escapeHtml(url)}" style="color:${c.green[0]}">${escapeHtml(label)}</a>`
  return { paragraph, small, link }
}

/** The name of the site with the operator's logo, which contains the name if it is not shown beside it. */
function headingOf({ name, url, palette, logo }: MailSite): string {
  const link = (content: string) =>
    `<a class="link" href="${escapeHtml(url)}" style="color:${palette.green[0]};text-decoration:none">${content}</a>`
  const text = escapeHtml(name)
  if (!logo) return link(text)
  const scale = Math.min(logoInMails.height / logo.height, logoInMails.maxWidth / logo.width)
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)]
  const image = `<img class="logo" src="${escapeHtml(new URL('/icons/logo.png', url).href)}" width="${width}" height="${height}" alt="${logo.showsName ? '' : text}" style="border:0;border-radius:6px;vertical-align:middle${logo.showsName ? ';margin-right:10px' : ''}">`
  return link(logo.showsName ? `${image}${text}` : image)
}

/** Why the mail was sent, and how to choose what is. */
function whyOf(footer: MailFooter, c: Palette): string[] {
  const { small, link } = writerIn(c)
  return [
    small(escapeHtml(footer.why)),
    small(
      [
        link(footer.settingsUrl, 'Choose which news you get'),
        ...(footer.unsubscribeUrl ? [link(footer.unsubscribeUrl, 'Unsubscribe from e-mails like this')] : []),
      ].join(' &nbsp;·&nbsp; '),
    ),
  ]
}

function htmlOf(content: MailContent, site: MailSite, footer: MailFooter | undefined): string {
  const c = site.palette
  const { paragraph, small, link } = writerIn(c)
  const rows = content.facts.map(
    ([name, value]) =>
      `<tr class="fact"><th class="soft line" scope="row" style="width:34%;text-align:left;vertical-align:top;font-weight:400;color:${c['ink-2'][0]};padding:10px 16px 10px 0;border-top:1px solid ${c.line[0]}">${escapeHtml(name)}</th><td class="ink line" style="vertical-align:top;color:${c.ink[0]};padding:10px 0;border-top:1px solid ${c.line[0]}">${escapeHtml(value)}</td></tr>`,
  )
  const facts = rows.length
    ? `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;margin:8px 0 16px;font-variant-numeric:tabular-nums">${rows.join('')}</table>`
    : ''
  const list = (content.list ?? [])
    .map(
      ({ title, words, url }) =>
        `<div class="line" style="padding:14px 0;border-top:1px solid ${c.line[0]}"><p style="margin:0;font-weight:600">${link(url, title)}</p>${words === null ? '' : `<p class="soft" style="margin:4px 0 0;color:${c['ink-2'][0]}">${escapeHtml(words)}</p>`}</div>`,
    )
    .join('\n')
  const quoted =
    content.quoted === null
      ? ''
      : `<blockquote class="quote ink" style="margin:0 0 16px;padding:12px 16px;border-left:3px solid ${c.green[0]};border-radius:0 12px 12px 0;background:${c['green-soft'][0]};color:${c.ink[0]};white-space:pre-line">${escapeHtml(content.quoted)}</blockquote>`
  const spelled = content.button.isSpelled
    ? small('If the button does not work, copy this address into your browser:') +
      `<p class="soft" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${c['ink-2'][0]};word-break:break-all">${escapeHtml(content.button.url)}</p>`
    : ''
  const why = footer ? whyOf(footer, c) : []
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${escapeHtml(content.subject)}</title>
<style>${themes(c)}</style></head>
<body class="page" style="margin:0;padding:0;background:${c.paper[0]}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(content.paragraphs[0] ?? '')}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<div class="page" style="background:${c.paper[0]};color:${c.ink[0]};font:16px/1.55 ${sans};padding:32px 16px">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px 4px;font:600 20px/1.2 ${areHeadingsPlain(site) ? sans : serif}">${headingOf(site)}</p>
<div class="card" style="background:${c.card[0]};border:1px solid ${c.line[0]};border-radius:16px;padding:32px">
${paragraph(content.greeting)}
${content.paragraphs.map(paragraph).join('\n')}
${facts}
${list}
${quoted}
<p style="margin:24px 0"><a class="action" href="${escapeHtml(content.button.url)}" style="background:${c.gold[0]};color:${c['on-gold'][0]};font-weight:600;text-decoration:none;padding:13px 22px;border-radius:12px;display:inline-block">${escapeHtml(content.button.label)}</a></p>
${spelled}
<p class="ink" style="margin:0;color:${c.ink[0]}">${escapeHtml(content.closing)}</p>
</div>
<div style="padding:20px 4px 0">
${why.join('\n')}
${small(link(site.url, site.url))}
${site.footer?.text ? small(escapeHtml(site.footer.text)) : ''}
</div>
</div></div></body></html>
`
}
