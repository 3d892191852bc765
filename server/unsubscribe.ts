import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/kernel/deps.ts'
import { escapeHtml } from '#server/kernel/mail-letter.ts'
import { chooseMailByToken, readUnsubscribe } from '#server/notices/choice-commands.ts'
import type { Unsubscribed } from '#server/notices/unsubscribe.ts'
import { topicWords } from '#server/notices/words.ts'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const frame = (siteName: string, title: string, body: string) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} – ${siteName}`)}</title>
<style>:root{color-scheme:light dark}body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1rem;background:light-dark(#fbf8f3,#17150f);color:light-dark(#211d18,#f4efe6)}h1{font:600 1.75rem/1.2 Georgia,serif}a{color:light-dark(#1f4d3f,#8cc7ae)}button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.25rem;border:0;border-radius:12px;background:light-dark(#e39a2d,#f0b252);color:#2a1d07;cursor:pointer}:focus-visible{outline:2px solid light-dark(#1f4d3f,#8cc7ae);outline-offset:2px}small{color:light-dark(#5e574e,#b9b0a3)}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`

const nameOf = (end: Unsubscribed): string => (end === 'digest' ? 'News in one mail' : topicWords[end].label)

/** Reading an address changes nothing: mail servers open every link. Only the button, or a mail reader's POST, ends mails. */
export function serveUnsubscribe(app: FastifyInstance, deps: Deps): void {
  const { site } = deps
  const answer = (reply: FastifyReply, title: string, body: string) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'private, no-store' })
      .type('text/html; charset=utf-8')
      .send(frame(site.name, title, body))
  const button = (action: string, label: string) =>
    `<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(label)}</button></form>`
  const settings = `<p><a href="/account/notices/settings">Choose everything that reaches you</a> (needs a sign-in)</p>`
  const unknown = (reply: FastifyReply) =>
    answer(
      reply.status(404),
      'This link is not complete',
      `<p>Some mail programs break long links. Copy the whole address from the mail, or choose what reaches you in your account.</p>${settings}`,
    )

  // A mail reader sends a form; nothing in it matters, the address says everything.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_240 }, (_request, _body, done) =>
    done(null, undefined),
  )
  app.get<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params: { token } }, reply) => {
    const end = readUnsubscribe(deps, token)
    if (!end) return unknown(reply)
    return answer(
      reply,
      'No more mails of this kind?',
      `<p><strong>${escapeHtml(nameOf(end))}</strong></p><p>You still find everything in your account on ${escapeHtml(site.name)}. Nothing has changed yet.</p>${button(`/unsubscribe/${token}`, 'Send me no more of these')}${settings}`,
    )
  })
  app.post<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params: { token } }, reply) => {
    const end = await chooseMailByToken(deps, token, false)
    if (!end) return unknown(reply)
    return answer(
      reply,
      'Done: no more mails of this kind',
      `<p><strong>${escapeHtml(nameOf(end))}</strong></p><p>One that is on its way already may still reach you. You find everything in your account on ${escapeHtml(site.name)}.</p>${button(`/unsubscribe/${token}/undo`, 'Send me these again')}${settings}`,
    )
  })
  app.post<{ Params: { token: string } }>(
    '/unsubscribe/:token/undo',
    async ({ params: { token } }, reply) => {
      const end = await chooseMailByToken(deps, token, true)
      if (!end) return unknown(reply)
      return answer(
        reply,
        'These mails come again',
        `<p><strong>${escapeHtml(nameOf(end))}</strong></p>${button(`/unsubscribe/${token}`, 'Send me no more of these')}${settings}`,
      )
    },
  )
}
