import type { ContentKind } from '#contract/staff/codes.ts'
import { withQuery } from '#web/paths.ts'

type Key = { kind: ContentKind; slug: string }

/** Links to the pages of the desk about texts and announcements, and to the page on which a text is shown. */
export const contentPaths = {
  announcements: () => '/admin/announcements',
  texts: (kind?: ContentKind) => withQuery('/admin/content', { kind }),
  text: ({ kind, slug }: Key, view?: 'versions') => withQuery(`/admin/content/${kind}/${slug}`, { view }),
  shown: ({ kind, slug }: Key) =>
    kind === 'how-it-works' ? withQuery('/how-it-works', { tab: slug }) : `/${kind}/${slug}`,
}
