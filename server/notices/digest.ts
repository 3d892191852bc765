import type { NoticeLetter } from '#server/notices/letter.ts'
import { greetingTo } from '#server/kernel/words.ts'

type Item = { title: string; path: string; letter: NoticeLetter }

/** Builds one letter from the collected notices: one sentence each, in chronological order. */
export function digestLetter(
  name: string,
  items: readonly Item[],
  { name: siteName, url }: { name: string; url: string },
): NoticeLetter {
  const [first] = items
  return {
    kind: 'digest',
    subject: items.length === 1 && first ? first.title : `${items.length} updates from ${siteName}`,
    greeting: greetingTo(name),
    paragraphs: ['Here is what has happened since the last digest. None of it is urgent.'],
    facts: [],
    list: items.map(({ title, path, letter }) => ({
      title,
      words: letter.paragraphs[0] ?? null,
      url: `${url}${path}`,
    })),
    quoted: null,
    button: { label: 'See everything', url: `${url}/account/notices` },
    closing: 'You chose to get news like this together in one e-mail.',
  }
}
