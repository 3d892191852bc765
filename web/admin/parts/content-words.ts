import { species } from '#contract/codes.ts'
import type { ContentKind } from '#contract/staff/codes.ts'
import type { EditedText, TextFields, TextItem } from '#contract/staff/content.ts'
import type { Tone } from '#web/ui/badge.tsx'
import type { FieldTable } from '#web/ui/forms/field-table.ts'

export const kindNames: Record<ContentKind, string> = {
  blog: 'Blog',
  help: 'Help',
  legal: 'Legal texts',
  'how-it-works': 'How it works',
}

export const stateWords: Record<TextItem['state'], { label: string; tone: Tone }> = {
  shipped: { label: 'As shipped', tone: 'neutral' },
  edited: { label: 'Edited', tone: 'green' },
  hidden: { label: 'Hidden', tone: 'rust' },
  unpublished: { label: 'Not published', tone: 'gold' },
}

/** A text as the form holds it: tags are one line, and an empty day is null. */
export type Values = Omit<TextFields, 'tags'> & { kind: ContentKind; tags: string; body: string }

const isOf =
  (kind: ContentKind) =>
  (values: Pick<Values, 'kind'>): boolean =>
    values.kind === kind

const titleCase = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

export const textFields: FieldTable<Omit<Values, 'kind' | 'body'> & { kind: ContentKind }> = {
  kind: { label: 'Kind', kind: 'select', options: [], appliesTo: () => false },
  title: { label: 'Title', kind: 'line', maxLength: 120, isWide: true },
  summary: {
    label: 'Summary',
    kind: 'text',
    rows: 2,
    maxLength: 300,
    isWide: true,
    hint: 'One sentence for lists and search engines.',
  },
  author: { label: 'Author', kind: 'line', maxLength: 80, appliesTo: isOf('blog') },
  authorRole: {
    label: 'What the author does',
    kind: 'line',
    maxLength: 80,
    optional: true,
    appliesTo: isOf('blog'),
  },
  publishedOn: { label: 'Day of the post', kind: 'day', appliesTo: isOf('blog') },
  updatedOn: { label: 'Updated on', kind: 'day', optional: true, appliesTo: isOf('blog') },
  tags: {
    label: 'Subjects',
    kind: 'line',
    maxLength: 200,
    optional: true,
    hint: 'With commas between them, like: dogs, small-pets',
    appliesTo: isOf('blog'),
  },
  portrait: {
    label: 'Drawing at the top',
    kind: 'select',
    options: species.map((value) => ({ value, label: titleCase(value) })),
    appliesTo: isOf('blog'),
  },
  audience: {
    label: 'For whom',
    kind: 'select',
    options: [
      { value: 'both', label: 'Everybody' },
      { value: 'owner', label: 'Owners' },
      { value: 'sitter', label: 'Sitters' },
    ],
    appliesTo: isOf('help'),
  },
  version: {
    label: 'Version that visitors read',
    kind: 'line',
    maxLength: 20,
    hint: 'Like 2.1',
    appliesTo: isOf('legal'),
  },
  effectiveOn: { label: 'In force since', kind: 'day', appliesTo: isOf('legal') },
}

const empty: TextFields = {
  title: '',
  summary: '',
  author: '',
  authorRole: '',
  publishedOn: null,
  updatedOn: null,
  tags: [],
  portrait: 'dog',
  audience: 'both',
  version: '',
  effectiveOn: null,
}

/** Returns what is edited: the draft, or else the text as it is shown. */
export function valuesOf({ kind, draft, shown }: Pick<EditedText, 'kind' | 'draft' | 'shown'>): Values {
  const { fields, body } = draft ?? shown ?? { fields: empty, body: '' }
  return { ...fields, tags: fields.tags.join(', '), kind, body }
}

/** Returns the text as the API takes it. */
export function writtenOf(values: Values): { fields: TextFields; body: string } {
  const { kind: _, tags, body, ...fields } = values
  const names = tags
    .split(',')
    .map((one) => one.trim().toLowerCase().replaceAll(/\s+/g, '-'))
    .filter((one) => one !== '')
  return { fields: { ...fields, tags: names }, body }
}

/** Returns the address for a title: "walks-in-the-rain". */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)

export const substanceWords = {
  label: 'This changes what people have agreed to',
  hint: 'Leave it out for corrections of spelling and layout.',
}

export const reasonHint = 'Your colleagues read it in the list of versions.'
