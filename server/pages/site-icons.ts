import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '#server/kernel/deps.ts'
import { logoInMails } from '#server/kernel/mail/mail-content.ts'
import { Problem } from '#server/kernel/problem.ts'
import { drawLogo, drawLogoPng, drawOwnLogo, logoSvg } from '#server/kernel/drawing/logo.ts'

/** The icons of the manifest and of Apple's devices, which take none from it; sizes in pixels. */
export const siteIcons = {
  'icon-192.png': { size: 192, maskable: false },
  'icon-512.png': { size: 512, maskable: false },
  'maskable-512.png': { size: 512, maskable: true },
  'apple-180.png': { size: 180, maskable: true },
} as const

type IconFile = keyof typeof siteIcons
/** The icon of a tab, and the logo above every mail. */
const [favicon, mailLogo] = ['favicon.svg', 'logo.png'] as const
/** Twice the size in which mails show it, in pixels. */
const mailLogoSize = { height: 2 * logoInMails.height, width: 2 * logoInMails.maxWidth }

const isIcon = (file: string): file is IconFile => Object.hasOwn(siteIcons, file)

/** The icon of a tab, as an SVG with the operator's logo inside. */
const faviconOf = (png: Buffer): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><clipPath id="c"><rect width="32" height="32" rx="6"/></clipPath><image width="32" height="32" clip-path="url(#c)" href="data:image/png;base64,${png.toString('base64')}"/></svg>`

type IconSite = Pick<Site, 'palette' | 'lookVersion'>

/** Draws each icon of the site once for every look. `readLogo` returns the operator's own logo; null without one. */
function openIcons(site: IconSite, readLogo: () => Promise<Buffer | null>) {
  let drawn = { look: -1, files: new Map<string, Promise<Buffer>>() }
  const colours = () => [site.palette.green[0], site.palette['on-green'][0]] as const

  async function draw(file: IconFile | typeof favicon | typeof mailLogo): Promise<Buffer> {
    const logo = await readLogo()
    if (file === favicon)
      return Buffer.from(
        logo ? faviconOf(await drawOwnLogo(logo, { size: 96, maskable: false })) : logoSvg(...colours()),
      )
    if (file === mailLogo) {
      const { height, width } = mailLogoSize
      return logo
        ? drawLogoPng(logo, height, width)
        : drawLogo(...colours(), { size: height, maskable: false })
    }
    return logo ? drawOwnLogo(logo, siteIcons[file]) : drawLogo(...colours(), siteIcons[file])
  }

  return (file: Parameters<typeof draw>[0]): Promise<Buffer> => {
    if (drawn.look !== site.lookVersion) drawn = { look: site.lookVersion, files: new Map() }
    const { files } = drawn
    const icon = files.get(file) ?? draw(file)
    files.set(file, icon)
    icon.catch(() => files.delete(file))
    return icon
  }
}

/** Serves the icons of the site: the operator's logo, or else the drawn one in the colours of the site. */
export function serveSiteIcons(
  app: FastifyInstance,
  site: IconSite,
  readLogo: () => Promise<Buffer | null>,
): void {
  const iconOf = openIcons(site, readLogo)

  const send = (request: FastifyRequest, reply: FastifyReply, type: string, body: Buffer) => {
    const etag = `"${hash('sha256', body, 'base64url').slice(0, 16)}"`
    void reply.header('cache-control', 'public, max-age=0, must-revalidate').header('etag', etag).type(type)
    const isKnown = request.headers['if-none-match']?.includes(etag)
    return isKnown ? reply.status(304).send() : reply.send(body)
  }

  app.get('/favicon.svg', async (request, reply) =>
    send(request, reply, 'image/svg+xml', await iconOf(favicon)),
  )
  app.get<{ Params: { file: string } }>('/icons/:file', async (request, reply) => {
    const { file } = request.params
    if (!isIcon(file) && file !== mailLogo) throw new Problem('not-found')
    return send(request, reply, 'image/png', await iconOf(file))
  })
}
