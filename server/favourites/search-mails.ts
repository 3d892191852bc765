import type { PinsAnswer } from '#contract/search/search.ts'
import { listWords } from '#contract/words.ts'
import type { SavedSearchRow } from '#server/favourites/search-store.ts'
import type { Site } from '#server/kernel/deps.ts'

import type { NoticeLetter } from '#server/notices/letter.ts'

const mostNamed = 5

/** Builds the notice and the mail about sitters who newly match a saved search. */
export function searchMatchLetter(
  { name, address, id }: Pick<SavedSearchRow, 'name' | 'address' | 'id'>,
  fresh: PinsAnswer['items'],
  site: Site,
): { title: string; letter: NoticeLetter } {
  const many = fresh.length > 1
  const names = fresh.slice(0, mostNamed).map((pin) => pin.name)
  const more = fresh.length - names.length
  const title = `${listWords([...names, ...(more > 0 ? [`${more} more`] : [])])} now ${many ? 'match' : 'matches'} “${name}”`
  return {
    title,
    letter: {
      subject: title,
      greeting: 'Hello,',
      paragraphs: [
        `Since we last looked, ${many ? `${fresh.length} more sitters match` : 'one more sitter matches'} the search you saved as “${name}”.`,
      ],
      facts: [],
      list: fresh.slice(0, mostNamed).map((pin) => ({
        title: pin.name,
        words:
          pin.rating.count > 0 && pin.rating.average !== null ? `rated ${pin.rating.average} of 5` : null,
        url: `${site.url}/sitters/${pin.id}`,
      })),
      quoted: null,
      button: { label: 'See all matches', url: `${site.url}/sitters?${address}` },
      closing: `You can turn this off, or change the search, in your favourites: ${site.url}/account/favorites#search-${id}`,
    },
  }
}
