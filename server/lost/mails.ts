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
      `There is now a page about ${petName} that you can share and print. You both get what finders write there at once.`,
      `Call ${first(byName)}, so that you look in different places.`,
    ],
    facts: factsOf(about),
    quoted: null,
    button: buttonOf(about, 'Open it and add what you know'),
    closing: `When ${petName} is back, say so on the page: it closes, and everybody who has the link reads that ${petName} is home.`,
  }
}

/** Mail to the party who did. */
export function madeLetter(about: About): Written {
  const { petName, toName } = about
  const title = `The page about ${petName} is ready`
  return {
    title,
    subject: title,
    greeting: `Hello ${toName},`,
    paragraphs: [
      `Send the link to neighbours, vets and shelters nearby, and put up the poster. Ask them not to chase ${petName}.`,
      'Only people who have the link can see the page. You get what finders write there at once.',
    ],
    facts: factsOf(about),
    quoted: null,
    button: buttonOf(about, 'Share and print'),
    closing: `When ${petName} is back, say so on the page: it closes.`,
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
        ? 'This message came through the page. Below you see how to reach the finder.'
        : 'This message came through the page. The finder left no contact details.',
      'Never pay anybody before you have your pet back.',
    ],
    facts: contact ? [['Reach the finder', contact]] : [],
    quoted: words,
    button: buttonOf(about, 'Read everything finders wrote'),
    closing: `When ${petName} is back, say so on the page: it closes.`,
  }
}

export function foundLetter(about: About, byName: string): Written {
  const { petName, toName } = about
  const title = `${petName} has been found`
  return {
    title,
    subject: title,
    greeting: `Hello ${toName},`,
    paragraphs: [
      `${first(byName)} says that ${petName} is back. The page now says this too, and shows nothing else.`,
    ],
    facts: [],
    quoted: null,
    button: buttonOf(about, 'Go to the page'),
    closing: 'Was that a mistake? You can reopen the page there.',
  }
}
