import { type Palette, paletteCss } from '#contract/palette.ts'

/**
 * The end of every page's head: the colours of the browser's own bars, and those that the operator has chosen. No page
 * changes them, so the browser need not render them again.
 */
export function lookHead(palette: Palette): string {
  const bars = (['light', 'dark'] as const).map(
    (theme, index) =>
      `<meta name="theme-color" content="${palette.paper[index]}" media="(prefers-color-scheme: ${theme})"/>`,
  )
  const css = paletteCss(palette)
  return `${bars.join('')}${css && `<style>${css}</style>`}`
}
