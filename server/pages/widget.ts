import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { services } from '#contract/codes.ts'
import type { ColourName } from '#contract/palette.ts'
import { type SitterCard, SearchQuery } from '#contract/search/search.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import type { WidgetSites } from '#server/config/widget.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { headingFont } from '#server/kernel/drawing/headings.ts'
import type { TakeTurn } from '#server/kernel/http/turns.ts'
import { escapeHtml } from '#server/kernel/mail/mail-content.ts'
import { Problem } from '#server/kernel/problem.ts'
import { widgetLanguages, type WidgetWords, widgetWords } from '#server/pages/widget-words.ts'
import { placeById } from '#server/places/commands.ts'
import { searchSitters } from '#server/search/find-commands.ts'
import { readSitter } from '#server/sitters/commands.ts'
import { paths } from '#web/paths.ts'

const Place = z.coerce.number().pipe(z.int().positive().max(9_999_999_999))

/** Attributes with a mistake are left out, because nobody who could correct them sees an error in a frame. */
const Choices = z.object({
  service: z.enum(services).optional().catch(undefined),
  place: Place.optional().catch(undefined),
  lang: z.enum(widgetLanguages).catch('en'),
  scheme: z.enum(['light', 'dark', 'auto']).catch('auto'),
  results: z.coerce.number().pipe(z.int().min(0).max(6)).catch(0),
  target: z.enum(['new', 'same']).catch('new'),
})
type Choices = z.output<typeof Choices>

export type WidgetOptions = {
  sites: WidgetSites
  /** The folder of the built scripts. */
  scripts: string
  takeTurn: TakeTurn
}

/**
 * Serves what other sites show in a frame: a search form and the card of one sitter. Nothing here depends on who is
 * signed in, cookies are never read, and nothing can be changed by a press; therefore framing is harmless here, and
 * only here (decision 155).
 */
export function serveWidget(
  app: FastifyInstance,
  deps: Deps,
  { sites, scripts, takeTurn }: WidgetOptions,
): void {
  if (sites === 'off') return
  const embed = readScript(join(scripts, 'embed.js'))
  const script = readScript(join(scripts, 'frame.js'))
  const page = { ancestors: sites === 'any' ? '*' : sites.join(' '), script }

  app.get('/widget.js', async (request, reply) => {
    const tag = `"${hash('sha256', embed).slice(0, 16)}"`
    void reply
      .header('cache-control', 'public, max-age=3600, stale-while-revalidate=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .header('etag', tag)
    if (request.headers['if-none-match']?.replace(/^W\//, '') === tag) return reply.status(304).send()
    return reply.type('text/javascript; charset=utf-8').send(embed)
  })

  app.get('/widget/search', { config: { lane: 'pages' } }, async ({ query }, reply) => {
    const choices = Choices.parse(query)
    const { place, cards } = await takeTurn('pages', () => readSearch(deps, choices))
    return sendFrame(reply, deps, page, choices, searchBody(choices, place, cards))
  })

  app.get<{ Params: { sitterId: string } }>(
    '/widget/sitters/:sitterId',
    { config: { lane: 'pages' } },
    async ({ params: { sitterId }, query }, reply) => {
      const choices = Choices.parse(query)
      const sitter = await takeTurn('pages', () => readPublished(deps, sitterId))
      if (!sitter) void reply.status(404)
      return sendFrame(reply, deps, page, choices, sitterBody(choices, sitter))
    },
  )
}

/** Scripts exist once the web is built. */
const readScript = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')

type Named = { id: number; name: string }

async function readSearch(deps: Deps, { place: id, service, results }: Choices) {
  const place = id === undefined ? null : ((await placeById(deps, id)) ?? null)
  if (!place || results === 0) return { place, cards: null }
  const search = SearchQuery.parse({ place: place.id, service, limit: results })
  return { place, cards: (await searchSitters(deps, search, null)).items }
}

async function readPublished(deps: Deps, sitterId: string): Promise<Sitter | null> {
  if (!z.uuid().safeParse(sitterId).success) return null
  try {
    return await readSitter(deps, sitterId, null)
  } catch (error) {
    if (error instanceof Problem && error.code === 'sitter-not-found') return null
    throw error
  }
}

const targetOf = ({ target }: Choices): string =>
  target === 'new' ? 'target="_blank" rel="noopener"' : 'target="_top"'
const hintOf = (choices: Choices, words: WidgetWords): string =>
  choices.target === 'new' ? `<p class="hint" id="hint">${words.newTab}</p>` : ''
const describedBy = ({ target }: Choices): string => (target === 'new' ? 'aria-describedby="hint"' : '')

const moneyIn = ({ locale }: WidgetWords, amount: number, currency: string): string => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const starsIn = (words: WidgetWords, { average, count }: Sitter['rating']): string =>
  average === null
    ? ''
    : `<span class="rating"><span aria-hidden="true">★ ${average.toLocaleString(words.locale, { maximumFractionDigits: 1 })}</span><span class="sr">${words.reviews(average.toLocaleString(words.locale, { maximumFractionDigits: 1 }), count)}</span></span>`

function searchBody(choices: Choices, place: Named | null, cards: readonly SitterCard[] | null): string {
  const words = widgetWords[choices.lang]
  const options = services.map(
    (service) =>
      `<option value="${service}"${service === choices.service ? ' selected' : ''}>${words.services[service]}</option>`,
  )
  return `<h1>${words.title}</h1>
<form role="search" action="/sitters" ${targetOf(choices)} ${describedBy(choices)}>
<label class="wide">${words.where}<input name="placeName" list="towns" autocomplete="off" placeholder="${words.town}" maxlength="80" value="${escapeHtml(place?.name ?? '')}"></label>
<input type="hidden" name="place" value="${place?.id ?? ''}"><datalist id="towns"></datalist>
<label class="wide">${words.service}<select name="service"><option value="">${words.anyService}</option>${options.join('')}</select></label>
<label>${words.from}<input type="date" name="start"></label>
<label>${words.until}<input type="date" name="end"></label>
<button class="wide">${words.search}</button>
</form>
${hintOf(choices, words)}${cards && place ? resultList(choices, place, cards) : ''}`
}

function resultList(choices: Choices, place: Named, cards: readonly SitterCard[]): string {
  const words = widgetWords[choices.lang]
  const items = cards.map(
    ({ id, name, placeName, service, unitPrice, currency, rating, photoUrl }) =>
      `<li><a href="${paths.sitter(id, { service })}" ${targetOf(choices)}>${pictureOf(photoUrl, name)}<span><strong>${escapeHtml(name)}</strong> ${starsIn(words, rating)}<br>${escapeHtml(placeName)} · ${words.services[service]}<br>${words.perUnit[service](escapeHtml(moneyIn(words, unitPrice, currency)))}</span></a></li>`,
  )
  return `<h2>${escapeHtml(words.results(place.name))}</h2>
${items.length > 0 ? `<ul>${items.join('')}</ul><p class="hint">${words.allIn}</p>` : `<p>${words.none}</p>`}`
}

const pictureOf = (url: string | null, name: string): string =>
  url === null
    ? `<span class="picture" aria-hidden="true">${escapeHtml([...name][0] ?? '')}</span>`
    : `<img class="picture" src="${escapeHtml(url)}" alt="" loading="lazy" width="56" height="56">`

function sitterBody(choices: Choices, sitter: Sitter | null): string {
  const words = widgetWords[choices.lang]
  if (!sitter)
    return `<h1>${words.title}</h1><p>${words.notPublic}</p><p><a href="${paths.sitters()}" ${targetOf(choices)}>${words.search}</a></p>`
  const { id, name, headline, place, rating, photos, services: offered, currency } = sitter
  const active = offered.filter((one) => one.active)
  const service = active.find((one) => one.service === choices.service)?.service
  const prices = active.map(
    (one) =>
      `<li>${words.services[one.service]}: ${words.perUnit[one.service](escapeHtml(moneyIn(words, one.unitPrice, currency)))}</li>`,
  )
  return `<h1>${escapeHtml(words.bookTitle(name))}</h1>
<div class="card">${pictureOf(photos[0]?.sizes[0]?.url ?? null, name)}<p>${escapeHtml(headline)}<br>${escapeHtml(place?.name ?? '')} ${starsIn(words, rating)}</p></div>
<ul class="prices">${prices.join('')}</ul>
<p class="hint">${words.allIn}</p>
<p><a class="button" href="${paths.sitter(id, { service })}" ${targetOf(choices)} ${describedBy(choices)}>${escapeHtml(words.book(name))}</a></p>
${hintOf(choices, words)}`
}

type FramePage = { ancestors: string; script: string }

function sendFrame(
  reply: FastifyReply,
  { site }: Deps,
  { ancestors, script }: FramePage,
  { lang, scheme }: Choices,
  body: string,
): FastifyReply {
  const words = widgetWords[lang]
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash('sha256', script, 'base64')}'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`
  const title = escapeHtml(`${words.title} – ${site.name}`)
  const html = `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${styles(site, scheme)}</style>
</head>
<body>
<main>
${body}
<p class="from"><a href="/" target="_blank" rel="noopener">${escapeHtml(site.name)}</a></p>
</main>
<script>${script}</script>
</body>
</html>
`
  return reply
    .removeHeader('x-frame-options')
    .headers({
      'content-security-policy': policy,
      'cache-control': 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

function styles(site: Deps['site'], scheme: Choices['scheme']): string {
  const { palette } = site
  const themed = (colour: ColourName) => `light-dark(${palette[colour].join()})`
  const font = headingFont(site)
  return `:root{color-scheme:${scheme === 'auto' ? 'light dark' : scheme}}*{box-sizing:border-box}body{margin:0;font:1rem/1.5 system-ui,sans-serif;background:${themed('paper')};color:${themed('ink')}}main{padding:1rem}h1,h2{font:600 1.25rem/1.25 ${font};margin:0 0 .75rem;overflow-wrap:anywhere}h2{font-size:1.125rem;margin-top:1.25rem}p{margin:.5rem 0}form{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(9rem,100%),1fr));gap:.75rem}.wide{grid-column:1/-1}label{display:grid;gap:.25rem;font-weight:600;min-width:0}input,select,button,.button{font:inherit;min-height:44px;width:100%;min-width:0;padding:.5rem .75rem;border:1px solid ${themed('ink-2')};border-radius:12px;background:${themed('card')};color:inherit}input,select{font-weight:400}button,.button{display:inline-block;border-color:transparent;font-weight:600;background:${themed('gold')};color:${themed('on-gold')};cursor:pointer;text-align:center;text-decoration:none}a{color:${themed('green')}}ul{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}li a{display:flex;gap:.75rem;padding:.5rem;border:1px solid ${themed('line')};border-radius:12px;color:inherit;text-decoration:none;overflow-wrap:anywhere}li strong{text-decoration:underline}.card{display:flex;gap:.75rem;align-items:start}.card p{margin:0;min-width:0;overflow-wrap:anywhere}.picture{flex:none;width:56px;height:56px;border-radius:12px;object-fit:cover;display:grid;place-items:center;background:${themed('line')};font-weight:600}.rating{white-space:nowrap}.prices{gap:0;margin-top:.5rem}.hint,.from{font-size:.875rem;color:${themed('ink-2')}}.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}:focus-visible{outline:2px solid ${themed('green')};outline-offset:2px}@media(forced-colors:active){button,.button{border-color:ButtonText}}`
}
