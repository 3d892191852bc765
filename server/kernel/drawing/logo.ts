/** The operator's own logo. */
export type SiteLogo = {
  /** The stored file from which icons and the header of mails are drawn. */
  fileId: string
  /** Its address on the site, which never changes. */
  path: string
  /** Of the whole picture, in pixels. */
  width: number
  height: number
  /** Whether the name of the site stands beside it. */
  showsName: boolean
}

/** The logo as elements of an SVG, 32 × 32. */
export const logoMark = (ground: string, mark: string): string =>
  `<path d="M8 0h16a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H3a3 3 0 0 1-3-3V8a8 8 0 0 1 8-8Z" fill="${ground}"/><g fill="${mark}"><ellipse cx="10.4" cy="14" rx="2.3" ry="2.9"/><ellipse cx="21.6" cy="14" rx="2.3" ry="2.9"/><ellipse cx="13.8" cy="9.8" rx="2.2" ry="2.8"/><ellipse cx="18.2" cy="9.8" rx="2.2" ry="2.8"/><path d="M16 15.4c3 0 5.6 3.2 5.6 5.5 0 1.7-1.3 2.5-2.7 2.5-1.2 0-1.8-.5-2.9-.5s-1.7.5-2.9.5c-1.4 0-2.7-.8-2.7-2.5 0-2.3 2.6-5.5 5.6-5.5Z"/></g>`

export const logoSvg = (ground: string, mark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${logoMark(ground, mark)}</svg>`

/** Phones crop icons to circles and drops; the essential part must lie within four fifths. */
const safeZone = 0.72

/** Room around an operator's own logo in icons, which are squares. */
const ownZone = { plain: 0.86, maskable: 0.6 } as const

/** Behind an operator's own logo where the page behind it may be dark. */
const plate = '#ffffff'

/** Renders an operator's own logo within a white square. */
export async function drawOwnLogo(
  picture: Buffer,
  { size, maskable }: { size: number; maskable: boolean },
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const inner = Math.round(size * (maskable ? ownZone.maskable : ownZone.plain))
  const contained = await sharp(picture).resize(inner, inner, { fit: 'inside' }).png().toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background: plate } })
    .composite([{ input: contained }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Renders an operator's own logo in this height, at most as wide as `maxWidth`; not every mail client reads WebP. */
export async function drawLogoPng(picture: Buffer, height: number, maxWidth: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(picture).resize(maxWidth, height, { fit: 'inside' }).png({ compressionLevel: 9 }).toBuffer()
}

/** Renders the logo in this size, in pixels; `maskable` leaves room for devices that crop it. */
export async function drawLogo(
  ground: string,
  mark: string,
  { size, maskable }: { size: number; maskable: boolean },
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const svg = Buffer.from(logoSvg(ground, mark))
  const at = (pixels: number) =>
    sharp(svg, { density: (72 * pixels) / 32 })
      .resize(pixels, pixels)
      .png({ compressionLevel: 9 })
  if (!maskable) return at(size).toBuffer()
  const canvas = { width: size, height: size, channels: 4 as const, background: ground }
  const inner = await at(Math.round(size * safeZone)).toBuffer()
  return sharp({ create: canvas })
    .composite([{ input: inner }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}
