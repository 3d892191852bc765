import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/kernel/db/db.ts'
import { escapeHtml as escape } from '#server/kernel/mail/mail-content.ts'
import { findMail, headersOf, listMail, type MailRow } from '#server/kernel/mail/mail.ts'
import { Problem } from '#server/kernel/problem.ts'

const frame = (
  title: string,
  body: string,
) => `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;max-width:78rem;margin:0 auto;padding:2rem 1rem;background:light-dark(#fbf8f3,#17150f);color:light-dark(#211d18,#f4efe6)}a{color:light-dark(#1f4d3f,#8cc7ae)}li{padding:.75rem 0;border-bottom:1px solid light-dark(#e9e2d6,#39342a);list-style:none}ul{padding:0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:.875rem/1.55 ui-monospace,monospace}small{opacity:.75}pre,.facts{max-width:46rem}.facts{border-collapse:collapse;font-size:.875rem}.facts th{text-align:left;vertical-align:top;font-weight:600;padding:.125rem 1rem .125rem 0;white-space:nowrap}.facts td{overflow-wrap:anywhere}.twins{display:grid;gap:1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}.twins h2{font-size:1.125rem}iframe{width:100%;height:46rem;border:1px solid light-dark(#e9e2d6,#39342a);border-radius:12px}</style>
<main><h1>${escape(title)}</h1>${body}</main></html>`

const linked = (text: string) =>
  escape(text).replaceAll(/https?:\/\/(?:(?!&gt;)[^\s<])+/g, (url) => `<a href="${url}">${url}</a>`)

const themes = ['light', 'dark']

/** Renders the mail as a reader with this theme shows it, whatever the theme of this page. */
const inTheme = (body: string, theme: string | undefined): string =>
  theme === undefined
    ? body
    : body
        .replaceAll('(prefers-color-scheme:dark)', theme === 'dark' ? 'all' : 'not all')
        .replaceAll('color-scheme:light dark', `color-scheme:${theme === 'dark' ? 'dark' : 'light'}`)

const headerTable = (mail: MailRow): string => {
  const headers = { To: mail.recipient, 'Reply-To': mail.reply_to, Kind: mail.kind, ...headersOf(mail) }
  const rows = Object.entries(headers).map(([name, value]) =>
    value === null ? '' : `<tr><th scope="row">${name}</th><td>${linked(value)}</td></tr>`,
  )
  return `<table class="facts">${rows.join('')}</table>`
}

/**
 * Serves the mails of an instance without a mail server at `/dev/mailbox`; never mounted when mails are really sent.
 */
export function serveMailbox(app: FastifyInstance, db: Db): void {
  const html = 'text/html; charset=utf-8'
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'"
  app.addHook('onSend', async (_, reply) => {
    void reply.header('content-security-policy', policy).header('cache-control', 'private, no-store')
  })
  app.get('/dev/mailbox', async (_, reply) => {
    const mails = await listMail(db)
    const items = mails.map(
      ({ id, recipient, subject, created_at }) =>
        `<li><a href="/dev/mailbox/${id}">${escape(subject)}</a><br><small>to ${escape(recipient)}, ${created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC</small></li>`,
    )
    return reply
      .type(html)
      .send(
        frame('Development mailbox', items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail yet.</p>'),
      )
  })
  app.get('/dev/mailbox.json', async () => ({ items: await listMail(db) }))
  app.get<{ Params: { mailId: string } }>('/dev/mailbox/:mailId', async ({ params }, reply) => {
    const mail = await findMail(db, params.mailId)
    if (!mail) throw new Problem('not-found')
    const previews = themes.map(
      (theme) =>
        `<section><h2>As HTML, ${theme}</h2><iframe sandbox="allow-popups allow-top-navigation-by-user-activation" src="/dev/mailbox/${params.mailId}/html?theme=${theme}" title="The mail as HTML, ${theme}"></iframe></section>`,
    )
    const body = `<p><a href="/dev/mailbox">All mails</a></p>${headerTable(mail)}<h2>As plain text</h2><pre>${linked(mail.text_body)}</pre><div class="twins">${previews.join('')}</div>`
    return reply.type(html).send(frame(mail.subject, body))
  })
  app.get<{ Params: { mailId: string }; Querystring: { theme?: string } }>(
    '/dev/mailbox/:mailId/html',
    async ({ params, query }, reply) => {
      const mail = await findMail(db, params.mailId)
      if (!mail) throw new Problem('not-found')
      return reply
        .header('x-frame-options', 'SAMEORIGIN')
        .type(html)
        .send(inTheme(mail.html_body, query.theme))
    },
  )
}
