import type { Service } from '#contract/codes.ts'
import type { Site } from '#server/kernel/deps.ts'
import { dayInWords } from '#server/kernel/words.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'

export type Stay = { service: Service; startOn: string; endOn: string }
export type NoticeContent = { title: string; path: string; mail: NoticeLetter }

const days = ({ startOn, endOn }: Stay): [string, string][] => [
  ['From', dayInWords(startOn)],
  ['To', dayInWords(endOn)],
]
const list = '/account/backups'

type Words = Pick<NoticeLetter, 'paragraphs' | 'quoted' | 'closing'> & {
  title: string
  label: string
  path: string
}

const noticeContent = (stay: Stay, { title, label, path, ...words }: Words, site: Site): NoticeContent => ({
  title,
  path,
  mail: {
    subject: title,
    greeting: 'Hello,',
    facts: days(stay),
    button: { label, url: `${site.url}${path}` },
    ...words,
  },
})

export const requestLetter = (owner: string, stay: Stay, note: string | null, site: Site): NoticeContent =>
  noticeContent(
    stay,
    {
      title: `${owner} asks whether you would step in`,
      paragraphs: [
        `${owner} has a sitter for these days and would like to know who could step in if that sitter fell ill. Saying yes reserves nothing in your calendar and costs nothing, and you can change your mind.`,
      ],
      quoted: note,
      label: 'Answer',
      path: list,
      closing: 'If you are needed, the owner sends you a request as usual, at your own prices.',
    },
    site,
  )

export const answeredLetter = (
  second: string,
  stay: Stay,
  { agree, bookingId }: { agree: boolean; bookingId: string },
  site: Site,
): NoticeContent =>
  noticeContent(
    stay,
    {
      title: agree ? `${second} would step in` : `${second} cannot step in`,
      paragraphs: agree
        ? [
            `${second} would look after your pets on these days if your sitter could not. Nothing is reserved.`,
          ]
        : [`${second} cannot step in on these days. You can ask somebody else.`],
      quoted: null,
      label: 'Open the booking',
      path: `/account/bookings/${bookingId}`,
      closing: 'Everything about the booking is on its page.',
    },
    site,
  )

export const calledOwnerLetter = (
  { first, second, agreed, to }: { first: string; second: string; agreed: boolean; to: string },
  stay: Stay,
  site: Site,
): NoticeContent =>
  noticeContent(
    stay,
    {
      title: agreed
        ? `${second} would step in for ${first}`
        : `${second} may be able to step in for ${first}`,
      paragraphs: [
        agreed
          ? `${first} can no longer come, and ${second} has said yes to stepping in. Send a request for the same days now.`
          : `${first} can no longer come. You asked ${second} to be your backup sitter, but they have not answered yet. Send a request for the same days now.`,
      ],
      quoted: null,
      label: `Ask ${second}`,
      path: to,
      closing: 'Nothing is booked until you have sent the request and it is accepted.',
    },
    site,
  )

export const calledSecondLetter = (owner: string, first: string, stay: Stay, site: Site): NoticeContent =>
  noticeContent(
    stay,
    {
      title: `${owner} needs you: ${first} can no longer come`,
      paragraphs: [
        `You said that you would step in on these days. We have told ${owner}, who may send you a request at any moment.`,
      ],
      quoted: null,
      label: 'See the days',
      path: list,
      closing: 'If your plans have changed, change your answer there, so that nobody counts on you.',
    },
    site,
  )
