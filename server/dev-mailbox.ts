import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/kernel/db.ts'
import { findMail, listMail } from '#server/kernel/mail.ts'
import { Problem } from '#server/kernel/problem.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const frame = (
  title: string,
  body: string,
) => `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:2rem 1rem;background:light-dark(#fbf8f3,#17150f);color:light-dark(#211d18,#f4efe6)}a{color:light-dark(#1f4d3f,#8cc7ae)}li{padding:.75rem 0;border-bottom:1px solid light-dark(#e9e2d6,#39342a);list-style:none}ul{padding:0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}small{opacity:.75}iframe{width:100%;height:34rem;border:1px solid light-dark(#e9e2d6,#39342a);border-radius:12px;background:#fff}</style>
<main><h1>${escape(title)}</h1>${body}</main></html>`

const linked = (text: string) =>
  escape(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

/** The mails of an instance without a mail server, readable at `/dev/mailbox`; never mounted when mails are really sent. */
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
    const body = `<p><small>to ${escape(mail.recipient)}</small></p><pre>${linked(mail.text_body)}</pre><h2>As HTML</h2><iframe sandbox="allow-popups allow-top-navigation-by-user-activation" src="/dev/mailbox/${params.mailId}/html" title="The mail as HTML"></iframe><p><a href="/dev/mailbox">All mails</a></p>`
    return reply.type(html).send(frame(mail.subject, body))
  })
  app.get<{ Params: { mailId: string } }>('/dev/mailbox/:mailId/html', async ({ params }, reply) => {
    const mail = await findMail(db, params.mailId)
    if (!mail) throw new Problem('not-found')
    return reply.header('x-frame-options', 'SAMEORIGIN').type(html).send(mail.html_body)
  })
}
