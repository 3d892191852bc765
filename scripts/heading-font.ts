import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** Axis values that `heading` in `web/ui/base.css` uses; the optical size stays variable. */
const axes = { wght: 560, SOFT: 60, WONK: 0 }

/**
 * All headings have one weight and softness, so their font is served without the other values: 34 kB instead of 121,
 * with the same glyphs. The file name keeps the hash of the full font, which renders the same if it is still cached.
 */
export const headingFont = (): Plugin => ({
  name: 'heading-font',
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && /fraunces-.*-full-normal-.*\.woff2$/.test(file.fileName))
        file.source = await pinAxes(Buffer.from(file.source))
  },
})

const pinAxes = (font: Buffer): Promise<Buffer> =>
  subsetFont(font, '', { targetFormat: 'woff2', variationAxes: axes, keepAllGlyphs: true })
