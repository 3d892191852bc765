import { z } from 'zod'
import type { ContentKind } from '#contract/staff/codes.ts'
import { TextFields } from '#contract/staff/content.ts'
import type { FrontMatter } from '#server/blog/front-matter.ts'
import type { Words } from '#server/blog/text.ts'

/** A text as it is edited. */
export type Written = { fields: TextFields; body: string }

type Name = keyof TextFields

/** What a text of each kind has besides its title and summary. */
const ownFields: Record<ContentKind, readonly Name[]> = {
  blog: ['author', 'authorRole', 'publishedOn', 'updatedOn', 'tags', 'portrait'],
  help: ['audience'],
  legal: ['version', 'effectiveOn'],
  'how-it-works': [],
}

/** What a published text needs, with the words for what is missing. */
const needed: Record<ContentKind, Partial<Record<Name, string>>> = {
  blog: { title: 'a title', summary: 'a summary', author: 'an author', publishedOn: 'the day of the post' },
  help: { title: 'a title', summary: 'a summary' },
  legal: { title: 'a title', version: 'a version', effectiveOn: 'the day from which it applies' },
  'how-it-works': { title: 'a title' },
}

/** A picture in Markdown without words for those who cannot see it. */
const undescribedPicture = /!\[\s*\]\(/

/** Returns what is missing before a text can be published, in words. */
export const missingIn = (kind: ContentKind, { fields, body }: Written): string[] => [
  ...Object.entries(needed[kind]).flatMap(([name, words]) =>
    Object.entries(fields).some(([key, value]) => key === name && (value === '' || value === null))
      ? [words]
      : [],
  ),
  ...(body === '' ? ['the text itself'] : []),
  ...(undescribedPicture.test(body) ? ['a description of each picture, between ![ and ]'] : []),
]

/** Returns an edited text in the form in which the shipped ones are read. */
export function wordsOf(kind: ContentKind, { fields, body }: Written): Words {
  const names: readonly string[] = ['title', 'summary', ...ownFields[kind]]
  const kept = Object.entries(fields).filter(
    (entry): entry is [string, FrontMatter[string]] => names.includes(entry[0]) && entry[1] !== null,
  )
  return { fields: Object.fromEntries(kept), body }
}

const Stored = z.object({ fields: TextFields, body: z.string() })

/** Returns a stored text; undefined if it was written by another release and cannot be read. */
export const readableText = (fields: unknown, body: string | null): Written | undefined =>
  Stored.safeParse({ fields, body }).data

/** Returns a shipped text in the form in which it is edited. */
export function writtenOf({ fields, body }: Words): Written {
  const known = Object.entries(fields).filter(([name]) => Object.hasOwn(TextFields.shape, name))
  return { fields: TextFields.parse(Object.fromEntries(known)), body: body.trim() }
}
