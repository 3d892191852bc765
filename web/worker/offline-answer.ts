import { storedPages } from '#web/worker/stored-pages.ts'

/** Injected by the build: the files of the fonts for text and for headings. */
declare const workerFonts: Record<'text' | 'heading', string>

/**
 * Follows the theme that the person has chosen and the look that the last page had (`register.ts`), before the first paint;
 * `state` reads a cookie of `persisted.ts`.
 */
const earlyScript = `const state = (name) => {
  const found = document.cookie.split('; ').find((one) => one.startsWith(name + '='))
  try { return JSON.parse(decodeURIComponent(found.slice(name.length + 1))).state ?? {} } catch { return {} }
}
document.documentElement.dataset.theme = state('sitwell.preferences').theme
try {
  const look = document.createElement('style')
  look.nonce = document.currentScript.nonce
  look.textContent = localStorage['sitwell.look'] ?? ''
  document.head.append(look)
} catch {}`

/**
 * Loads the page again when the site can be reached. Browsers may claim to be online without a network, so a small file
 * is requested first: after the event, and every few seconds while the page is visible. A page that the person is
 * leaving is not loaded again, because that would take them back to it. Stored pages are listed only while the person
 * whose data they show is signed in.
 */
const script = `const { accountId } = state('sitwell.hint')
for (const item of document.querySelectorAll('li[data-account]')) if (item.dataset.account !== accountId) item.remove()
document.querySelector('nav')?.toggleAttribute('hidden', !accountId)
let isLeaving = false
addEventListener('beforeunload', () => { isLeaving = true })
addEventListener('pageshow', () => { isLeaving = false })
const again = () => location.reload()
const ask = () => document.visibilityState === 'visible' &&
  fetch('/builds/latest.json', { cache: 'no-store' }).then(({ ok }) => ok && !isLeaving && again(), () => {})
document.querySelector('button').addEventListener('click', again)
addEventListener('online', ask)
document.addEventListener('visibilitychange', ask)
setInterval(ask, 5000)`

/** The fonts are used only if the browser still has their files. */
const style = `@font-face{font-family:Figtree;font-weight:300 900;font-display:swap;src:url(${workerFonts.text})}
@font-face{font-family:Fraunces;font-weight:100 900;font-display:swap;src:url(${workerFonts.heading})}
:root{color-scheme:light dark;--text-font:Figtree,system-ui,sans-serif}
[data-theme=light]{color-scheme:light}
[data-theme=dark]{color-scheme:dark}
body{font:1.0625rem/1.6 Figtree,system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.25rem;background:var(--paper,light-dark(#fbf8f3,#17150f));color:var(--ink,light-dark(#211d18,#f4efe6))}
main{display:grid;gap:1.25rem;justify-items:start}
h1{font:560 2.125rem/1.12 var(--heading-font,Fraunces,Georgia,serif);font-variation-settings:'SOFT' 60,'WONK' 0;letter-spacing:-.015em;margin:0}p{margin:0;color:var(--ink-2,light-dark(#5e574e,#b9b0a3))}
svg{width:3rem;color:var(--green,light-dark(#1f4d3f,#8cc7ae))}
a,button{display:inline-flex;align-items:center;box-sizing:border-box;font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.25rem;border-radius:var(--corner-control,12px);text-decoration:none}
button{border:0;background:var(--gold,light-dark(#e39a2d,#f0b252));color:var(--on-gold,#2a1d07);cursor:pointer}
a{border:1px solid var(--line,light-dark(#d9d2c7,#4a453b));color:inherit}
ul{list-style:none;margin:.75rem 0 0;padding:0;display:grid;gap:.75rem}
li a{flex-wrap:wrap;gap:0 .75rem}
small{font-weight:400;font-size:.875rem}
[hidden]{display:none}
:focus-visible{outline:2px solid var(--green,light-dark(#1f4d3f,#8cc7ae));outline-offset:2px}`

const cloudOff =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m2 2 20 20M5.8 5.8A7 7 0 0 0 9 19h8.5a4.5 4.5 0 0 0 1.3-.2M21.5 16.5A4.5 4.5 0 0 0 17.5 10h-1.8A7 7 0 0 0 10 5.1"/></svg>'

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

type StoredPage = Awaited<ReturnType<typeof storedPages>>[number]

const itemOf = ({ path, title, days, accountId }: StoredPage): string =>
  `<li${accountId ? ` data-account="${accountId}"` : ''}><a href="${path}">${escaped(title)}${days ? ` <small>${days}</small>` : ''}</a></li>`

const listOf = (pages: readonly StoredPage[]): string =>
  pages.length === 0
    ? ''
    : `<nav aria-label="On this device" hidden><p>What is stored on this device opens without a connection:</p>
<ul>${pages.map(itemOf).join('')}</ul></nav>`

const pageWith = (body: string, nonce: string) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>No connection</title>
<style nonce="${nonce}">${style}</style>
<script nonce="${nonce}">${earlyScript}</script>
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
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The page shown in place of one that cannot be loaded. It works without any further file. */
export async function offlinePage(): Promise<Response> {
  const nonce = crypto.randomUUID()
  return new Response(pageWith(listOf(await storedPages().catch(() => [])), nonce), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyWith(nonce),
    },
  })
}
