import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

/** Values for the placeholders of a text, such as `{{operator.name}}`. */
export type Values = Record<string, string>

type Node = { type: string; value?: string; url?: string; tagName?: string; children?: Node[] }
type Element = Omit<Node, 'children'> & { properties?: Record<string, unknown>; children?: Element[] }

const placeholder = /\{\{([a-zA-Z.]+)\}\}/

/** Renders Markdown as sanitised HTML; values are inserted as text, and e-mail addresses and URLs become links. */
export function renderMarkdown(source: string, values: Values = {}): string {
  return String(
    unified()
      .use(remarkParse)
      .use(remarkGfm)
      .use(() => (tree: Node) => fillNodes(tree, values))
      .use(remarkRehype)
      .use(rehypeSanitize)
      .use(() => nameHeadings)
      .use(() => labelTasks)
      .use(() => sizePictures)
      .use(rehypeStringify)
      .processSync(source),
  )
}

/** Like `renderMarkdown`, for a line of plain text such as a title. */
export const fillText = (text: string, values: Values): string =>
  text
    .split(placeholder)
    .map((part, index, parts) =>
      index % 2 === 0 ? part : inSentence(valueOf(part, values), parts[index - 1]!),
    )
    .join('')

function valueOf(name: string, values: Values): string {
  const value = values[name]
  if (value === undefined) throw new Error(`Nothing is known to fill in for {{${name}}}`)
  return value
}

/** An operator without a name is called by a description, which has no capital inside a sentence. */
const inSentence = (value: string, before: string): string =>
  /[\p{L},] $/u.test(before) ? value.replace(/^The operator\b/, 'the operator') : value

function fillNodes(parent: Node, values: Values): void {
  if (!parent.children) return
  parent.children = parent.children.flatMap((node) => {
    if (node.type !== 'text') {
      fillNodes(node, values)
      return node
    }
    const parts = (node.value ?? '').split(placeholder)
    return parts.map((part, index) =>
      index % 2 === 0 ? { ...node, value: part } : filled(part, values, parts[index - 1]!),
    )
  })
}

function filled(name: string, values: Values, before: string): Node {
  const text = { type: 'text', value: inSentence(valueOf(name, values), before) }
  const url = name.endsWith('.email')
    ? `mailto:${text.value}`
    : name.endsWith('.url')
      ? text.value
      : undefined
  return url === undefined ? text : { type: 'link', url, children: [text] }
}

/** Adds ids to headings for links; runs after sanitising, which would prefix them. */
function nameHeadings(tree: Element): void {
  const used = new Map<string, number>()
  const visit = (node: Element) => {
    if (node.tagName && /^h[2-4]$/.test(node.tagName)) {
      const slug = slugOf(textOf(node))
      const count = used.get(slug) ?? 0
      used.set(slug, count + 1)
      node.properties = { ...node.properties, id: count === 0 ? slug : `${slug}-${count + 1}` }
    }
    node.children?.forEach(visit)
  }
  visit(tree)
}

/** Names each checkbox of a task list by the text beside it. */
function labelTasks(tree: Element): void {
  const visit = (node: Element) => {
    const box = node.tagName === 'li' ? checkboxIn(node) : undefined
    if (box) box.properties = { ...box.properties, ariaLabel: ownTextOf(node).trim() }
    node.children?.forEach(visit)
  }
  visit(tree)
}

/**
 * Gives pictures whose address ends in their size, like `#1200x800`, that size, so that the text below them does not
 * move when they have loaded; all load when they come into sight.
 */
function sizePictures(node: Element): void {
  const { src } = node.properties ?? {}
  if (node.tagName === 'img' && typeof src === 'string') {
    const [, width, height] = /#(\d{1,5})x(\d{1,5})$/.exec(src) ?? []
    node.properties = { ...node.properties, loading: 'lazy', ...(width && height && { width, height }) }
  }
  node.children?.forEach(sizePictures)
}

const isList = ({ tagName }: Element) => tagName === 'ul' || tagName === 'ol'

/** The checkbox of this item, not one of a list inside it. */
const checkboxIn = (node: Element): Element | undefined =>
  node.children
    ?.filter((child) => !isList(child))
    .map((child) => (child.tagName === 'input' ? child : checkboxIn(child)))
    .find((found) => found)

const ownTextOf = (node: Element): string =>
  (node.value ?? '') +
  (node.children ?? [])
    .filter((child) => !isList(child))
    .map(ownTextOf)
    .join('')

const textOf = (node: Node): string => (node.value ?? '') + (node.children ?? []).map(textOf).join('')

const slugOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'part'

/** Returns the text of the first heading. */
export const firstHeading = (source: string): string | undefined =>
  /^\s*#{1,6} +(.+?) *#*$/m.exec(source)?.[1]

const liveLine = /^\{\{live:([a-z-]+)\}\}[ \t]*$/m

/**
 * Splits a text at lines `{{live:name}}`, where the page inserts content that it computes itself, and renders the rest.
 */
export const renderPieces = (source: string, values: Values): ({ html: string } | { live: string })[] =>
  source
    .split(liveLine)
    .map((part, index) => (index % 2 === 0 ? { html: renderMarkdown(part, values) } : { live: part }))
    .filter((piece) => !('html' in piece) || piece.html.trim() !== '')
