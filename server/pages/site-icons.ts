import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { drawLogo, logoSvg } from '#server/kernel/drawing/logo.ts'

/** The icons of the manifest and of Apple's devices, which take none from it; sizes in pixels. */
export const siteIcons = {
  'icon-192.png': { size: 192, maskable: false },
  'icon-512.png': { size: 512, maskable: false },
  'maskable-512.png': { size: 512, maskable: true },
  'apple-180.png': { size: 180, maskable: true },
} as const

type IconFile = keyof typeof siteIcons
const isIcon = (file: string): file is IconFile => Object.hasOwn(siteIcons, file)

/** Serves the icons of the site in its colours. Each is drawn once for every look. */
export function serveSiteIcons(app: FastifyInstance, site: Pick<Site, 'palette' | 'lookVersion'>): void {
  let drawn = { look: -1, icons: new Map<string, Promise<Buffer>>() }
  const colours = () => [site.palette.green[0], site.palette['on-green'][0]] as const

  function iconOf(file: IconFile): Promise<Buffer> {
    if (drawn.look !== site.lookVersion) drawn = { look: site.lookVersion, icons: new Map() }
    const { icons } = drawn
    const icon = icons.get(file) ?? drawLogo(...colours(), siteIcons[file])
    icons.set(file, icon)
    icon.catch(() => icons.delete(file))
    return icon
  }

  const send = (request: FastifyRequest, reply: FastifyReply, type: string, body: Buffer | string) => {
    const etag = `"${hash('sha256', body, 'base64url').slice(0, 16)}"`
    void reply.header('cache-control', 'public, max-age=0, must-revalidate').header('etag', etag).type(type)
    const isKnown = request.headers['if-none-match']?.includes(etag)
    return isKnown ? reply.status(304).send() : reply.send(body)
  }

  app.get('/favicon.svg', (request, reply) => send(request, reply, 'image/svg+xml', logoSvg(...colours())))
  app.get<{ Params: { file: string } }>('/icons/:file', async (request, reply) => {
    const { file } = request.params
    if (!isIcon(file)) throw new Problem('not-found')
    return send(request, reply, 'image/png', await iconOf(file))
  })
}
