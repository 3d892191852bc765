import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { type ProblemCode, problems } from '#contract/problem.ts'
import { allPosts, postsFeed, postsJsonFeed } from '#server/blog/commands.ts'
import type { LibraryDeps } from '#server/blog/edited-commands.ts'
import { renderMarkdown } from '#server/blog/markdown.ts'
import { openApi } from '#server/docs/openapi.ts'
import { docsPage, problemPage } from '#server/docs/page.ts'
import { Problem } from '#server/kernel/problem.ts'

const html = 'text/html; charset=utf-8'
/** Said to all caches, because those of some providers keep a text without it for hours. */
const fiveMinutes = 'public, max-age=300'
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Excluded from crawling, because they are of no use in search results. */
const disallowedPaths = [
  '/account',
  '/admin',
  '/auth',
  '/identity',
  '/v1',
  '/dev',
  '/unsubscribe',
  '/deletion',
]

const isProblem = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** Serves texts for programs and their authors: the contract, the problems, the feed, and robots.txt. */
export function serveTexts(app: FastifyInstance, deps: LibraryDeps): void {
  const { site } = deps
  let contract: { name: string; text: string } | undefined
  app.get('/v1/openapi.json', (_, reply) => {
    const { name } = site
    if (contract?.name !== name) contract = { name, text: JSON.stringify(openApi(endpoints, name)) }
    return reply
      .header('cache-control', fiveMinutes)
      .type('application/json; charset=utf-8')
      .send(contract.text)
  })
  app.get('/v1/docs', (_, reply) =>
    reply
      .header('cache-control', fiveMinutes)
      .header('content-security-policy', policy)
      .type(html)
      .send(docsPage(endpoints, site)),
  )
  app.get<{ Params: { code: string } }>('/problems/:code', async ({ params: { code } }, reply) => {
    if (!isProblem(code)) throw new Problem('not-found')
    const text = await readFile(new URL(`../../docs/problems/${code}.md`, import.meta.url), 'utf8')
    return reply
      .header('cache-control', fiveMinutes)
      .header('content-security-policy', policy)
      .type(html)
      .send(problemPage(code, renderMarkdown(text), site))
  })
  app.get('/blog/rss.xml', async (_, reply) =>
    reply
      .header('cache-control', fiveMinutes)
      .type('application/rss+xml; charset=utf-8')
      .send(postsFeed(site, await allPosts(deps))),
  )
  app.get('/blog/feed.json', async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('application/feed+json; charset=utf-8')
      .send(JSON.stringify(postsJsonFeed(site, await allPosts(deps)))),
  )
  app.get('/robots.txt', (_, reply) =>
    reply
      .header('cache-control', fiveMinutes)
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\n${disallowedPaths.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${site.url}/sitemap.xml\n`,
      ),
  )
}
