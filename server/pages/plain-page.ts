import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '#server/kernel/mail/mail-content.ts'

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

/** Sends a short page that a mail links to: without scripts, never cached, and without a referrer. */
export const sendPlainPage = (reply: FastifyReply, site: { name: string }, title: string, body: string) =>
  reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(frame(site.name, title, body))

/** Returns a form with a button. Only pressing it changes anything, because mail servers open every link. */
export const buttonForm = (action: string, label: string): string =>
  `<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(label)}</button></form>`

/** Discards request bodies: mail programs post a form, but the address contains everything needed. */
export function discardBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_240 }, (_request, _body, done) =>
    done(null, undefined),
  )
}
