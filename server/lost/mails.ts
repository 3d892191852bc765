import type { Site } from '#server/kernel/deps.ts'
import { instantInWords } from '#server/kernel/words.ts'
import type { PageRow } from '#server/lost/store.ts'
import { urlOf } from '#server/lost/view.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'

type Written = NoticeLetter & { title: string }
type About = { petId: string; petName: string; page: PageRow; toName: string; site: Site }

export const ownPathOf = (petId: string): string => `/account/pets/${petId}/lost`

const first = (name: string): string => name.split(' ')[0]!

const buttonOf = ({ petId, site }: About, label: string) => ({ label, url: `${site.url}${ownPathOf(petId)}` })

const factsOf = ({ page, site }: About): (readonly [string, string])[] => [
  ['Last seen', instantInWords(page.lost_at, page.time_zone)],
  ...(page.place ? [['Where', page.place] as const] : []),
  ['The page', urlOf(site, page.code)],
]

/** Mail to the party who did not report it. */
export function lostLetter(about: About, byName: string): Written {
  const { petName, toName } = about
  const title = `${first(byName)} has reported ${petName} as lost`
  return {
    title,
    subject: title,
    greeting: `Hello ${toName},`,
    paragraphs: [
      `There is a page about ${petName} now that you can share and print. What finders write on it reaches you both at once.`,
      `Ring ${first(byName)}, so that you look in different places.`,
    ],
    facts: factsOf(about),
    quoted: null,
    button: buttonOf(about, 'Look at it and add what you know'),
    closing: `When ${petName} is back, say so there: the page ends, and everybody who has it reads that ${petName} is home.`,
  }
}

/** Mail to the party who did. */
export function madeLetter(about: About): Written {
  const { petName, toName } = about
  const title = `The page about ${petName} is there`
  return {
    title,
    subject: title,
    greeting: `Hello ${toName},`,
    paragraphs: [
      'Send its address to neighbours, vets and shelters nearby, and hang up the poster. Ask them not to chase.',
      'Only who has the address finds the page. What finders write on it reaches you at once.',
    ],
    facts: factsOf(about),
    quoted: null,
    button: buttonOf(about, 'Share and print'),
    closing: `When ${petName} is back, say so there: the page ends.`,
  }
}

export function seenLetter(about: About, { words, contact }: { words: string; contact: string }): Written {
  const { petName, toName } = about
  const title = `Somebody has written about ${petName}`
  return {
    title,
    subject: title,
    greeting: `Hello ${toName},`,
    paragraphs: [
      contact
        ? 'This came through the page. The finder can be reached as said below.'
        : 'This came through the page. The finder has not said how to reach them.',
      'Never pay anybody before you have your pet back.',
    ],
    facts: contact ? [['Reach the finder', contact]] : [],
    quoted: words,
    button: buttonOf(about, 'Read all that finders wrote'),
    closing: `When ${petName} is back, say so there: the page ends.`,
  }
}

export function foundLetter(about: About, byName: string): Written {
  const { petName, toName } = about
  const title = `${petName} is found again`
  return {
    title,
    subject: title,
    greeting: `Hello ${toName},`,
    paragraphs: [
      `${first(byName)} says that ${petName} is back. The page says so, too, and no longer shows anything else.`,
    ],
    facts: [],
    quoted: null,
    button: buttonOf(about, 'Go to the page'),
    closing: 'Was that a mistake? The page can be opened again there.',
  }
}
