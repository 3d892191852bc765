import { paths } from '#web/paths.ts'

/** True if this browser has the page "On duty", which then works offline. */
const hasOnDuty = async (): Promise<boolean> =>
  (await caches.match(paths.onDuty(), { ignoreSearch: true, ignoreVary: true })) !== undefined

/**
 * Loads the page again when the site can be reached. Browsers may claim to be online without a network, so a small file
 * is requested first: after the event, and every few seconds while the page is visible. A page that the person is
 * leaving is not loaded again, because that would take them back to it.
 */
const script = `let isLeaving = false
addEventListener('beforeunload', () => { isLeaving = true })
addEventListener('pageshow', () => { isLeaving = false })
const again = () => location.reload()
const ask = () => document.visibilityState === 'visible' &&
  fetch('/builds/latest.json', { cache: 'no-store' }).then(({ ok }) => ok && !isLeaving && again(), () => {})
document.querySelector('button').addEventListener('click', again)
addEventListener('online', ask)
document.addEventListener('visibilitychange', ask)
setInterval(ask, 5000)`

const style = `:root{color-scheme:light dark}
body{font:1.0625rem/1.6 Figtree,system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.25rem;background:light-dark(#fbf8f3,#17150f);color:light-dark(#211d18,#f4efe6)}
main{display:grid;gap:1.25rem;justify-items:start}
h1{font:600 2rem/1.2 Fraunces,Georgia,serif;margin:0}p{margin:0;color:light-dark(#5e574e,#b9b0a3)}
svg{width:3rem;color:light-dark(#1f4d3f,#8cc7ae)}
a,button{display:inline-flex;align-items:center;box-sizing:border-box;font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.25rem;border-radius:12px;text-decoration:none}
button{border:0;background:light-dark(#e39a2d,#f0b252);color:#2a1d07;cursor:pointer}
a{border:1px solid light-dark(#d9d2c7,#4a453b);color:inherit}
nav,div{display:flex;flex-wrap:wrap;gap:.75rem}
:focus-visible{outline:2px solid light-dark(#1f4d3f,#8cc7ae);outline-offset:2px}`

const cloudOff =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m2 2 20 20M5.8 5.8A7 7 0 0 0 9 19h8.5a4.5 4.5 0 0 0 1.3-.2M21.5 16.5A4.5 4.5 0 0 0 17.5 10h-1.8A7 7 0 0 0 10 5.1"/></svg>'

const onDutyLink = `<p>This page works without a connection:</p>
<nav aria-label="On this device"><a href="${paths.onDuty()}">On duty</a></nav>`

const pageWith = (body: string, nonce: string) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>No connection</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
${cloudOff}
<h1>No connection</h1>
<p>This page is not stored on this device. It opens by itself as soon as the connection is back.</p>
<div><button type="button">Try again</button></div>
${body}
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`

const policyWith = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The page shown in place of one that cannot be loaded. It needs no further file, so it always works. */
export async function offlinePage(): Promise<Response> {
  const nonce = crypto.randomUUID()
  return new Response(pageWith((await hasOnDuty()) ? onDutyLink : '', nonce), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyWith(nonce),
    },
  })
}
