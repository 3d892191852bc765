import { maxPicturePixels, pictureWidths } from '#contract/files/codes.ts'
import { limitConcurrency } from '#server/kernel/jobs/limit-concurrency.ts'

export type Shrunk = {
  /** Smallest first. */
  sizes: { width: number; webp: Buffer }[]
  /** Width in pixels of the largest size. */
  width: number
  height: number
  blur: string
}
/** Reasons why a picture cannot be used. */
export type ShrinkFailure = 'damaged' | 'too-many-pixels'

const largest = { width: pictureWidths.at(-1)!, height: 2400 }
const blurPixels = 16
const quality = 78

/** One picture at a time, because each occupies a CPU core for a second or two, and the other cores serve requests. */
const runOneAtATime = limitConcurrency(1, 1_000, () => new Error('Too many pictures are waiting'))

/**
 * Decodes an uploaded picture and encodes it in every width, and in the additional ones: upright, in sRGB, and without the camera's metadata. The
 * number of pixels is read from the header before anything is decoded.
 */
export const shrinkPicture = (
  path: string,
  additionalWidths: readonly number[] = [],
): Promise<Shrunk | ShrinkFailure> =>
  runOneAtATime(async () => {
    const { default: sharp } = await import('sharp')
    sharp.concurrency(1)
    sharp.cache(false)
    try {
      const source = sharp(path, { limitInputPixels: maxPicturePixels, failOn: 'error' })
      const { width, height } = await source.metadata()
      if (width * height > maxPicturePixels) return 'too-many-pixels'
      const { data, info } = await source
        .autoOrient()
        .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true })
      const upright = () =>
        sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      const smaller = [...additionalWidths, ...pictureWidths].filter((one) => one < info.width)
      const sizes: Shrunk['sizes'] = []
      for (const one of [...smaller, info.width])
        sizes.push({ width: one, webp: await upright().resize({ width: one }).webp({ quality }).toBuffer() })
      const tiny = await upright()
        .resize(blurPixels, blurPixels, { fit: 'inside' })
        .flatten({ background: '#ffffff' })
        .webp({ quality: 30 })
        .toBuffer()
      const blur = `data:image/webp;base64,${tiny.toString('base64')}`
      return { sizes, width: info.width, height: info.height, blur }
    } catch (error) {
      return error instanceof Error && /pixel limit/.test(error.message) ? 'too-many-pixels' : 'damaged'
    }
  })
