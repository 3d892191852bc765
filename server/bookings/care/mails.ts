import type { Party } from '#contract/codes.ts'
import {
  basics,
  type Body,
  contacts,
  earns,
  lessBy,
  type Mail,
  moneyWordsOf,
  moved,
  petsOf,
  reasonOf,
  reviewButton,
  reviewDays,
  type Words,
} from '#server/bookings/facts-mails.ts'
import { termsOfRow } from '#server/bookings/record/record.ts'

/** Mails from the check-in to the reviews: while a booking runs and once it is over. */
export const runningLetters = {
  check_in: {
    owner: (mail) => ({
      paragraphs: [`${mail.other} has checked in and is looking after ${petsOf(mail)}.`],
      facts: basics(mail),
      quoted: reasonOf(mail),
    }),
  },
  auto_start: {
    owner: (mail) => ({
      paragraphs: [
        `The stay of ${petsOf(mail)} should have started, but ${mail.other} has not checked in. If anything is wrong, call first.`,
      ],
      facts: [...basics(mail), ...contacts(mail)],
    }),
    sitter: (mail) => ({
      paragraphs: [
        `The stay of ${petsOf(mail)} has started, but you have not checked in. If anything is wrong, call ${mail.other} first.`,
      ],
      facts: [...basics(mail), ...contacts(mail)],
    }),
  },
  check_out: {
    owner: (mail) => ({
      paragraphs: [
        `${mail.other} is no longer looking after ${petsOf(mail)}. How was it? Your review stays hidden until both of you have written one, for ${reviewDays(mail)} days at most.`,
      ],
      facts: basics(mail),
      quoted: reasonOf(mail),
      button: reviewButton(mail),
    }),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} has confirmed that the care of ${petsOf(mail)} is over. How were ${petsOf(mail)} and the instructions?`,
      ],
      facts: [...basics(mail), ...earns(mail)],
      quoted: reasonOf(mail),
      button: reviewButton(mail),
    }),
  },
  publish_reviews: {
    owner: published,
    sitter: published,
  },
  auto_complete: {
    owner: (mail) => ({
      paragraphs: [
        `${mail.other} is no longer looking after ${petsOf(mail)}. How was it? Your review stays hidden until both of you have written one, for ${reviewDays(mail)} days at most.`,
      ],
      facts: basics(mail),
      button: reviewButton(mail),
    }),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other}’s booking is complete. You did not check out, so it was completed automatically. How were ${petsOf(mail)} and the instructions?`,
      ],
      facts: [...basics(mail), ...earns(mail)],
      button: reviewButton(mail),
    }),
  },
  waive: {
    owner: (mail) => ({
      paragraphs: [`${mail.other} charges you less than the rules allow. ${moneyWordsOf(mail).waived}`],
      facts: [...basics(mail), ...lessBy(mail, mail.payload.amount ?? 0)],
      quoted: reasonOf(mail),
    }),
  },
  tip: {
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} thanks you for looking after ${petsOf(mail)}. All of the tip is yours, and ${mail.other} gives it to you directly.`,
      ],
      facts: [...basics(mail), ...moved(mail, 'Tip')],
      quoted: reasonOf(mail),
    }),
  },
  review: {
    owner: reviewed,
    sitter: reviewed,
  },
} satisfies Record<string, Partial<Record<Party, Words>>>

function reviewed(mail: Mail): Body {
  return {
    paragraphs: [
      `${mail.other} has written a review of the booking for ${petsOf(mail)}. You can read it as soon as you have written yours, or when the ${reviewDays(mail)} days are over.`,
    ],
    facts: basics(mail),
    button: reviewButton(mail),
  }
}

function published(mail: Mail): Body {
  const { replyDays } = termsOfRow(mail.record).settings.review
  return {
    paragraphs: [
      `The reviews of the booking for ${petsOf(mail)} are now public. If a review is about you, you can reply to it once, in public, within ${replyDays} days.`,
    ],
    facts: basics(mail),
  }
}
