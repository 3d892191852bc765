import type { ColourName } from '#contract/palette.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Site } from '#server/kernel/deps.ts'
import { headingFont } from '#server/kernel/drawing/headings.ts'
import { escapeHtml } from '#server/kernel/mail/mail-content.ts'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

type Look = Pick<Site, 'name' | 'palette' | 'properties'>

function frame(site: Look, title: string, body: string): string {
  const { name, palette } = site
  const themed = (colour: ColourName) => `light-dark(${palette[colour].join()})`
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} – ${name}`)}</title>
<style>:root{color-scheme:light dark}body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1rem;background:${themed('paper')};color:${themed('ink')}}h1{font:600 1.75rem/1.2 ${headingFont(site)}}a{color:${themed('green')}}button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.25rem;border:0;border-radius:12px;background:${themed('gold')};color:${themed('on-gold')};cursor:pointer}:focus-visible{outline:2px solid ${themed('green')};outline-offset:2px}small{color:${themed('ink-2')}}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}

/** Sends a short page that a mail links to: without scripts, never cached, and without a referrer. */
export const sendPlainPage = (reply: FastifyReply, site: Look, title: string, body: string) =>
  reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(frame(site, title, body))

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
