import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { staticPaths } from '#server/pages/static-pages.ts'
import { cityFiles, citiesFrom } from '#server/places/city-commands.ts'
import { publishedFrom, siteMapFiles } from '#server/sitters/published-commands.ts'
import { paths } from '#web/paths.ts'
import { cityPath } from '#web/places/city-path.ts'

const type = 'application/xml; charset=utf-8'
const cacheControl = 'public, max-age=3600'
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Pages that always exist, without those of accounts, operators and sign-in, which must not be indexed. */
const pagePaths = async (deps: Deps): Promise<string[]> => [
  '/',
  '/sitters',
  '/legal/ranking',
  '/legal/holidays',
  '/legal/software',
  ...(await staticPaths(deps)),
]

const [opening, closing] = [`<urlset ${schema}>\n`, '</urlset>\n']

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const urlOf = (address: string, changedAt?: Date): string =>
  `<url><loc>${escaped(new URL(address).href)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`

const urlSet = (urls: readonly string[]): string => `${head}${opening}${urls.join('')}${closing}`

/**
 * Serves the site map for search engines (sitemaps.org): an index, the pages, and cities and published sitters in files
 * of 50,000.
 */
export function serveSiteMap(app: FastifyInstance, deps: Deps): void {
  const { db, site } = deps
  app.get('/sitemap.xml', async (_, reply) => {
    const [cities, sitters] = await Promise.all([cityFiles(deps), siteMapFiles(deps)])
    const files = ['pages', ...cities.map((id) => `cities/${id}`), ...sitters.map((id) => `sitters/${id}`)]
    const listed = files.map(
      (file) => `<sitemap><loc>${escaped(`${site.url}/sitemaps/${file}.xml`)}</loc></sitemap>\n`,
    )
    return reply
      .header('cache-control', cacheControl)
      .type(type)
      .send(`${head}<sitemapindex ${schema}>\n${listed.join('')}</sitemapindex>\n`)
  })

  app.get('/sitemaps/pages.xml', async (_, reply) =>
    reply
      .header('cache-control', cacheControl)
      .type(type)
      .send(urlSet((await pagePaths(deps)).map((path) => urlOf(site.url + path)))),
  )

  app.get<{ Params: { file: string } }>('/sitemaps/cities/:file', async ({ params: { file } }, reply) => {
    const first = /^([1-9]\d{0,9})\.xml$/.exec(file)?.[1]
    if (first === undefined) throw new Problem('not-found')
    const cities = (await citiesFrom(deps, Number(first))).flatMap((city) => [
      cityPath(city),
      ...city.services.map((service) => cityPath(city, service)),
    ])
    return reply
      .header('cache-control', cacheControl)
      .type(type)
      .send(urlSet(cities.map((path) => urlOf(site.url + path))))
  })

  app.get<{ Params: { file: string } }>('/sitemaps/sitters/:file', ({ params: { file } }, reply) => {
    const first = file.endsWith('.xml') ? file.slice(0, -'.xml'.length) : ''
    if (!z.uuid().safeParse(first).success) throw new Problem('not-found')
    async function* lines() {
      yield head + opening
      for await (const sitters of publishedFrom(db, first))
        yield sitters.map(({ id, updatedAt }) => urlOf(site.url + paths.sitter(id), updatedAt)).join('')
      yield closing
    }
    return reply.header('cache-control', cacheControl).type(type).send(Readable.from(lines()))
  })
}
