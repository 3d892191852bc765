import { referencePages } from './reference.ts'

type Section = { anchor?: string; titles: string[]; text: string }

const heading = /<h([1-6]) id="([^"]*)"[^>]*>(.*?)<a class="header-anchor".*?<\/h\1>/gs
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '').trim()

/** Divides a page into its sections, each with the titles that lead to it. */
function sectionsOf(html: string): Section[] {
  const headings = [...html.matchAll(heading)]
  const path: string[] = []
  return headings.map((found, index) => {
    const [all, level = '1', anchor = '', title = ''] = found
    path.length = Number(level)
    path[Number(level) - 1] = textOf(title)
    const text = html.slice(found.index + all.length, headings[index + 1]?.index)
    return { anchor, titles: path.filter(Boolean), text: textOf(text) }
  })
}

/**
 * Divides pages for the index of the search. VitePress does not index pages of dynamic routes, so those of the API
 * reference, which have no file, are indexed by their data.
 */
export function searchSections(): (file: string, html: string) => Section[] {
  const reference = new Map(
    referencePages().map(({ tag, sections }) => [
      `/docs/api/${tag}.md`,
      sections.map(({ title, anchor, text }) => ({ titles: [`API: ${tag}`, title], anchor, text })),
    ]),
  )
  return (file, html) => reference.get(file.slice(file.lastIndexOf('/docs/api/'))) ?? sectionsOf(html)
}
