import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { pageOf } from './pages.ts'

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Returns the address within the site of a relative link in a file of the repository; undefined if the target is not a
 * page, such as source code.
 */
export function addressOf(link: string, file: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const page = pageOf(posix.join(posix.dirname(file), decodeURIComponent(path)))
  return page && `/${page}${anchor === undefined ? '' : `#${anchor}`}`
}

const isRelative = (link: string): boolean => !/^([a-z]+:|\/|#)/.test(link)

/** Leads relative links to pages of the site. Links to source code become text, because the site does not hold it. */
function redirectLinks(md: MarkdownRenderer, root: string): void {
  md.core.ruler.push('site-links', ({ env, tokens }) => {
    const { realPath, path }: { realPath?: string; path: string } = env
    const file = posix.relative(root, realPath ?? path)
    for (const { children } of tokens) {
      let isText = false
      for (const token of children ?? []) {
        if (token.type === 'link_close' && isText) token.tag = 'span'
        if (token.type !== 'link_open') continue
        const link = token.attrGet('href') ?? ''
        if (!isRelative(link)) {
          isText = false
          continue
        }
        const address = addressOf(link, file)
        isText = address === undefined
        if (address !== undefined) token.attrSet('href', address)
        else {
          token.tag = 'span'
          token.attrs = []
        }
      }
    }
  })
}

const arrow = /\s+(?:--\s(.+?)\s-->|-\.\s(.+?)\s\.->|-->)\s+/
const node = /^(\w+)(?:\[\(?(.+?)\)?\])?$/

/** Converts a Mermaid flow chart to the list of its arrows. Throws on lines that it does not understand. */
export function arrowsOf(diagram: string): { from: string; to: string; label: string | undefined }[] {
  const [, ...lines] = diagram.trim().split('\n')
  const chains = lines.map((line) => line.trim().split(arrow))
  const labels = new Map<string, string>()
  const idOf = (text: string): string => {
    const [, id, label] = node.exec(text) ?? []
    if (!id) throw new Error(`The documentation cannot show this part of a diagram: ${text}`)
    if (label) labels.set(id, label)
    return id
  }
  // Each arrow adds three elements to a chain: its label, its label if it is dotted, and the node that it leads to.
  const arrows = chains.flatMap((chain) =>
    chain.flatMap((text, index) => {
      if (index % 3 !== 0) return []
      const to = idOf(text ?? '')
      return index === 0 ? [] : [{ from: chain[index - 3], to, label: chain[index - 2] ?? chain[index - 1] }]
    }),
  )
  const nameOf = (text: string) => labels.get(idOf(text)) ?? text
  return arrows.map(({ from = '', to, label }) => ({ from: nameOf(from), to: nameOf(to), label }))
}

/** Shows Mermaid flow charts as lists of arrows, because drawing them would need a library larger than the site. */
function listArrows(md: MarkdownRenderer): void {
  const usual = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info = '', content = '' } = tokens[index] ?? {}
    if (info !== 'mermaid') return usual?.(tokens, index, ...rest) ?? ''
    const items = arrowsOf(content).map(
      ({ from, to, label }) =>
        `<li><b>${escapeHtml(from)}</b> → <b>${escapeHtml(to)}</b>${label ? `: ${escapeHtml(label)}` : ''}</li>`,
    )
    return `<ul>${items.join('')}</ul>\n`
  }
}

/** Keeps Vue, which compiles the pages, from reading double braces in the texts as expressions. */
function showBraces(md: MarkdownRenderer): void {
  const render = md.renderer.render.bind(md.renderer)
  md.renderer.render = (...args) => render(...args).replaceAll('{{', '&#123;{')
}

export function siteMarkdown(md: MarkdownRenderer, root: string): void {
  redirectLinks(md, root)
  listArrows(md)
  showBraces(md)
}
