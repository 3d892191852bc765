import type { FastifyInstance } from 'fastify'
import { species as allSpecies, type Species } from '#contract/codes.ts'
import { Problem } from '#server/kernel/problem.ts'
import { portraitSvg } from '#web/ui/portrait/svg.ts'

type Query = { fit?: string; coat?: string; ears?: string }

const isSpecies = (word: string): word is Species => allSpecies.some((known) => known === word)

/** Serves portraits. The same address always shows the same animal, so browsers and proxies may cache it. */
export function servePortraits(app: FastifyInstance): void {
  app.get<{ Params: { species: string; name: string }; Querystring: Query }>(
    '/portraits/:species/:name',
    ({ params, query }, reply) => {
      const { species, name } = params
      if (!isSpecies(species) || !name.endsWith('.svg')) throw new Problem('not-found')
      const { coat, ears } = query
      const seed = {
        id: name.slice(0, -'.svg'.length),
        species,
        ...(typeof coat === 'string' ? { coat: coat.slice(0, 120) } : {}),
        ...(ears === 'floppy' || ears === 'pricked' ? ({ ears } as const) : {}),
      }
      return reply
        .header('cache-control', 'public, max-age=604800')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/svg+xml; charset=utf-8')
        .send(portraitSvg(seed, query.fit === 'fill' ? 'fill' : 'whole'))
    },
  )
}
