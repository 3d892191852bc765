import { paletteCss } from '#contract/palette.ts'
import type { Site } from '#server/kernel/deps.ts'
import type { SiteLogo } from '#server/kernel/drawing/logo.ts'

/** Largest size of a logo in the header, in rem. */
const most = { height: 2.25, width: 9, widthBesideName: 6, widthBesideNameOnPhones: 3 } as const

const hidden = '.site-mark+*{position:absolute;width:1px;overflow:hidden;clip-path:inset(50%)}'

/** Shows the operator's logo instead of the drawn mark. In the dark theme it stands on white, as it may be dark itself. */
function logoCss({ path, width, height, showsName }: SiteLogo): string {
  const ratio = width / height
  const shownWidth = Math.min(showsName ? most.widthBesideName : most.width, most.height * ratio)
  const rem = (length: number) => `${Math.round(length * 1000) / 1000}rem`
  const hiddenName = () => {
    if (!showsName) return hidden
    return shownWidth > most.widthBesideNameOnPhones ? `@media (width<40rem){${hidden}}` : ''
  }
  return [
    `.site-mark{flex:none;box-sizing:content-box;width:${rem(shownWidth)};height:${rem(shownWidth / ratio)};padding:.1875rem;border-radius:.5rem;`,
    `background:light-dark(#fff0,#fff) url(${path}) center/contain no-repeat;background-origin:content-box}.site-mark>*{display:none}`,
    hiddenName(),
  ].join('')
}

/** Empty if nothing differs from the style sheet. */
function propertiesCss(properties: Site['properties']): string {
  const rules = Object.entries(properties).map(([name, value]) => `${name}:${value}`)
  return rules.length > 0 ? `:root{${rules.join(';')}}` : ''
}

/**
 * The end of every page's head: the colours of the browser's own bars, and what the operator has chosen. No page changes
 * them, so the browser need not render them again.
 */
export function lookHead({
  palette,
  logo,
  properties,
}: Pick<Site, 'palette' | 'logo' | 'properties'>): string {
  const bars = (['light', 'dark'] as const).map(
    (theme, index) =>
      `<meta name="theme-color" content="${palette.paper[index]}" media="(prefers-color-scheme: ${theme})"/>`,
  )
  const css = paletteCss(palette) + propertiesCss(properties) + (logo ? logoCss(logo) : '')
  return `${bars.join('')}${css && `<style id="look">${css}</style>`}`
}
