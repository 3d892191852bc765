import type { ContentKind } from '#contract/staff/codes.ts'
import { type FrontMatter, readFrontMatter } from '#server/blog/front-matter.ts'

/** A text without its address. */
export type Words = { fields: FrontMatter; body: string }
/** `file`: the file of a shipped text, for errors in it. */
export type Text = Words & { kind: ContentKind; slug: string; file?: string }

export const readText = (kind: ContentKind, { slug, source }: { slug: string; source: string }): Text => ({
  kind,
  slug,
  file: `content/${kind}/${slug}.md`,
  ...readFrontMatter(source),
})
