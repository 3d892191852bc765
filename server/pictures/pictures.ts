import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Service, services } from '#contract/codes.ts'
import { readPost } from '#server/blog/commands.ts'
import type { Reads } from '#server/kernel/db/replicas.ts'
import type { Deps, Site } from '#server/kernel/deps.ts'
import { drawLogoPng } from '#server/kernel/drawing/logo.ts'
import { createTextOutliner } from '#server/kernel/drawing/text-outlines.ts'
import { drawPng } from '#server/kernel/drawing/raster.ts'
import { Problem } from '#server/kernel/problem.ts'
import { readLogo } from '#server/look/commands.ts'
import { logoBox, type PictureLogo, type PictureSite, pictureSvg } from '#server/pictures/picture-svg.ts'
import { readCity } from '#server/places/city-commands.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { readSitter } from '#server/sitters/commands.ts'
import {
  cityPicture,
  type Drawn,
  type PictureFacts,
  postPicture,
  sitePicture,
  sitterPicture,
} from '#web/share/page-picture.ts'

/** Maximum bytes of cached pictures; the least recently requested one is evicted first. */
const maxCachedBytes = 8_000_000

const isService = (word: string | undefined): word is Service => services.some((known) => known === word)

const queryOf = (url: string): string => /\?.*/.exec(url)?.[0] ?? ''

type FileRequest = Pick<FastifyRequest, 'headers' | 'url'> & { params: { file: string } }

type Look = PictureSite & Pick<Site, 'lookVersion'>
type Draw = (path: string, facts: PictureFacts, site: Look) => Promise<Buffer>

/**
 * Serves the preview pictures of links to our pages. The address contains a hash of what is drawn, so it may be cached
 * for long; an older address redirects to the current one. A subject without a page has no picture.
 */
export function servePictures(
  app: FastifyInstance,
  deps: Deps,
  reads: Reads,
  draw: Draw = cachedDrawings(() => drawnLogo(deps)),
): void {
  const { site } = deps

  async function answer(request: FileRequest, reply: FastifyReply, { facts, version, picture }: Drawn) {
    void reply.header('cross-origin-resource-policy', 'cross-origin')
    const { file } = request.params
    // The picture shows the name and the look of the site, which are not part of its version.
    const look = site.lookVersion === 0 ? '' : `?look=${site.lookVersion}`
    if (!/^[a-z0-9]{1,20}\.png$/.test(file)) throw new Problem('not-found')
    if (file !== `${version}.png` || queryOf(request.url) !== look)
      return reply.header('cache-control', 'public, max-age=60').redirect(picture.path + look, 302)
    const etag = `"${version}${look}"`
    const isKnown = request.headers['if-none-match']
      ?.split(',')
      .some((one) => one.trim().replace(/^W\//, '') === etag)
    // Caching headers are set only after drawing, so that a refusal is never cached.
    const png = isKnown ? undefined : await draw(picture.path, facts, site)
    void reply
      .header('cache-control', 'public, max-age=604800, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('etag', etag)
    return png ? reply.type('image/png').send(png) : reply.status(304).send()
  }

  type Params<Name extends string> = { Params: Record<Name | 'file', string> }

  app.get<Params<never>>('/pictures/site/:file', (request, reply) =>
    answer(request, reply, sitePicture(site)),
  )

  app.get<Params<'sitterId'>>('/pictures/sitters/:sitterId/:file', async (request, reply) => {
    const { sitterId } = request.params
    if (!z.uuid().safeParse(sitterId).success) throw new Problem('not-found')
    const sitter = await reads.read((db) => readSitter({ ...deps, db }, sitterId, null))
    return answer(request, reply, sitterPicture(sitter))
  })

  async function answerCity(request: FileRequest, reply: FastifyReply, placeId: string, service?: string) {
    if (!/^[1-9]\d{0,9}$/.test(placeId)) throw new Problem('not-found')
    const { city, settings } = await reads.read(async (db) => ({
      city: await readCity({ ...deps, db }, Number(placeId)),
      settings: (await currentSettings(db)).settings,
    }))
    const offered = city?.services.find((one) => one.service === service)
    if (!city || (service !== undefined && !offered)) throw new Problem('not-found')
    return answer(request, reply, cityPicture(city, offered, settings.currency))
  }
  app.get<Params<'placeId'>>('/pictures/cities/:placeId/:file', (request, reply) =>
    answerCity(request, reply, request.params.placeId),
  )
  app.get<Params<'placeId' | 'service'>>('/pictures/cities/:placeId/:service/:file', (request, reply) => {
    const { placeId, service } = request.params
    if (!isService(service)) throw new Problem('not-found')
    return answerCity(request, reply, placeId, service)
  })

  app.get<Params<'postId'>>('/pictures/posts/:postId/:file', async (request, reply) =>
    answer(request, reply, postPicture(await readPost(deps, request.params.postId))),
  )
}

/** The operator's logo in the size in which pictures show it; null without one. */
async function drawnLogo(deps: Pick<Deps, 'db' | 'storage' | 'site'>): Promise<PictureLogo | null> {
  const { logo } = deps.site
  const file = await readLogo(deps)
  if (!logo || !file) return null
  const png = await drawLogoPng(file, logoBox.height, logoBox.width)
  const scale = Math.min(logoBox.height / logo.height, logoBox.width / logo.width)
  return { png, width: Math.round(logo.width * scale), height: Math.round(logo.height * scale) }
}

/** Draws each picture only once for concurrent requests, and caches the most recent ones. */
function cachedDrawings(readLogo: () => Promise<PictureLogo | null>): Draw {
  const outliner = createTextOutliner()
  const cached = new Map<string, Buffer>()
  const drawing = new Map<string, Promise<Buffer>>()
  let bytes = 0

  async function drawOnce(key: string, facts: PictureFacts, site: Look): Promise<Buffer> {
    try {
      const png = await drawPng(async () => {
        const [logo] = await Promise.all([readLogo(), outliner.open()])
        return pictureSvg(facts, site, outliner, logo)
      })
      cached.set(key, png)
      bytes += png.length
      for (const [oldest, { length }] of cached) {
        if (bytes <= maxCachedBytes) break
        cached.delete(oldest)
        bytes -= length
      }
      return png
    } finally {
      drawing.delete(key)
    }
  }

  return async (path, facts, site) => {
    const key = `${path} ${site.lookVersion} ${site.name}`
    const png = cached.get(key)
    if (png) {
      cached.delete(key)
      cached.set(key, png)
      return png
    }
    const pending = drawing.get(key) ?? drawOnce(key, facts, site)
    drawing.set(key, pending)
    return pending
  }
}
