import type { Site } from '#server/kernel/deps.ts'
import { greetingTo, instantInWords } from '#server/kernel/words.ts'
import type { PageRow } from '#server/lost/store.ts'
import { urlOf } from '#server/lost/view.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'

type TitledLetter = NoticeLetter & { title: string }
type LetterContext = { petId: string; petName: string; page: PageRow; toName: string; site: Site }

export const ownPathOf = (petId: string): string => `/account/pets/${petId}/lost`

const first = (name: string): string => name.split(' ')[0]!

const buttonOf = ({ petId, site }: LetterContext, label: string) => ({
  label,
  url: `${site.url}${ownPathOf(petId)}`,
})

const factsOf = ({ page, site }: LetterContext): (readonly [string, string])[] => [
  ['Last seen', instantInWords(page.lost_at, page.time_zone)],
  ...(page.place ? [['Where', page.place] as const] : []),
  ['The page', urlOf(site, page.code)],
]

/** Mail to the party who did not report it. */
export function lostLetter(context: LetterContext, byName: string): TitledLetter {
  const { petName, toName } = context
  const title = `${first(byName)} has reported ${petName} as lost`
  return {
    title,
    subject: title,
    greeting: greetingTo(toName),
    paragraphs: [
      `There is now a page about ${petName} that you can share and print. You both get what finders write there at once.`,
      `Call ${first(byName)}, so that you look in different places.`,
    ],
    facts: factsOf(context),
    quoted: null,
    button: buttonOf(context, 'Open it and add what you know'),
    closing: `When ${petName} is back, say so on the page: it closes, and everybody who has the link reads that ${petName} is home.`,
  }
}

/** Mail to the party who did. */
export function receiptLetter(context: LetterContext): TitledLetter {
  const { petName, toName } = context
  const title = `The page about ${petName} is ready`
  return {
    title,
    subject: title,
    greeting: greetingTo(toName),
    paragraphs: [
      `Send the link to neighbours, vets and shelters nearby, and put up the poster. Ask them not to chase ${petName}.`,
      'Only people who have the link can see the page. You get what finders write there at once.',
    ],
    facts: factsOf(context),
    quoted: null,
    button: buttonOf(context, 'Share and print'),
    closing: `When ${petName} is back, say so on the page: it closes.`,
  }
}

export function seenLetter(
  context: LetterContext,
  { words, contact }: { words: string; contact: string },
): TitledLetter {
  const { petName, toName } = context
  const title = `Somebody has written about ${petName}`
  return {
    title,
    subject: title,
    greeting: greetingTo(toName),
    paragraphs: [
      contact
        ? 'This message came through the page. Below you see how to reach the finder.'
        : 'This message came through the page. The finder left no contact details.',
      'Never pay anybody before you have your pet back.',
    ],
    facts: contact ? [['Reach the finder', contact]] : [],
    quoted: words,
    button: buttonOf(context, 'Read everything finders wrote'),
    closing: `When ${petName} is back, say so on the page: it closes.`,
  }
}

export function foundLetter(context: LetterContext, byName: string): TitledLetter {
  const { petName, toName } = context
  const title = `${petName} has been found`
  return {
    title,
    subject: title,
    greeting: greetingTo(toName),
    paragraphs: [
      `${first(byName)} says that ${petName} is back. The page now says this too, and shows nothing else.`,
    ],
    facts: [],
    quoted: null,
    button: buttonOf(context, 'Go to the page'),
    closing: 'Was that a mistake? You can reopen the page there.',
  }
}
