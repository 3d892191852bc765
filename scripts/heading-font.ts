import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** What `heading` in `web/ui/base.css` asks for; the optical size stays free. */
const axes = { wght: 560, SOFT: 60, WONK: 0 }

/**
 * Headings are all of one weight and softness, so their font is sent without the others: 34 kB instead of 121, with the
 * same glyphs. Its name keeps the hash of the whole font, which looks the same wherever somebody has kept it.
 */
export const headingFont = (): Plugin => ({
  name: 'heading-font',
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && /fraunces-.*-full-normal-.*\.woff2$/.test(file.fileName))
        file.source = await pinned(Buffer.from(file.source))
  },
})

const pinned = (font: Buffer): Promise<Buffer> =>
  subsetFont(font, '', { targetFormat: 'woff2', variationAxes: axes, keepAllGlyphs: true })
