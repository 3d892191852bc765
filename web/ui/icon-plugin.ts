import { icons } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import plugin from 'tailwindcss/plugin'
import { type IconSet, iconSets } from './icon-list.ts'

type Drawing = { of: string; filled?: boolean; strokeWidth?: number }

/** The drawing as a `url()` for `mask`, which only looks at what is opaque. */
function maskOf({ of, filled = false, strokeWidth = 2 }: Drawing): string {
  const exported = of.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const icon = Object.entries(icons).find(([name]) => name === exported)?.[1]
  if (!icon) throw new Error(`lucide has no icon ${of}`)
  const svg = renderToStaticMarkup(
    createElement(icon, { strokeWidth, fill: filled ? '#000' : 'none', color: '#000' }),
  )
    .replaceAll('"', "'")
    .replace(/^<svg[^>]*>/, (tag) => tag.replace(/ (class|aria-hidden|width|height)='[^']*'/g, ''))
    .replace(/><\/\w+>(?=<)/g, '/>')
  return `url("data:image/svg+xml,${svg.replace(/[#%<>]/g, encodeURIComponent)}")`
}

/** A class for each icon of a set, which sets the mask that `.icon` in `components.css` shows. */
export default plugin.withOptions<{ set?: IconSet }>(({ set = 'everywhere' } = {}) => ({ addBase }) => {
  const { names, variants } = iconSets[set]
  const drawings: [string, Drawing][] = [
    ...names.map((of): [string, Drawing] => [of, { of }]),
    ...Object.entries(variants),
  ]
  addBase(
    Object.fromEntries(drawings.map(([name, drawing]) => [`.icon-${name}`, { '--icon': maskOf(drawing) }])),
  )
})
