import type { Party } from '#contract/codes.ts'
import {
  answerBy,
  basics,
  type Body,
  bookingUrl,
  contacts,
  type Mail,
  petsOf,
  reasonOf,
} from '#server/bookings/facts-mails.ts'
import type { Event } from '#server/bookings/life/transition.ts'

type Letter = {
  /** With the placeholders of the transition table. */
  title: string
  paragraph: (mail: Mail) => string
  facts?: (mail: Mail) => Body['facts']
  quoted?: (mail: Mail) => string | null
  button?: string
}

const message = ({ record }: Mail) => record.message

/** Mails between friends: like the others, without money, prices and reviews. Events that are missing send none. */
const letters: Partial<Record<Event, Partial<Record<Party, Letter>>>> = {
  request: {
    owner: {
      title: 'You asked {sitter} to look after your pets',
      paragraph: (mail) =>
        `We have sent your request to ${mail.other}, who helps you for free. You can withdraw it at any time.`,
      facts: answerBy,
      quoted: message,
    },
    sitter: {
      title: '{owner} asks whether you can help',
      paragraph: (mail) =>
        `${mail.other} would be glad if you could look after ${petsOf(mail)}. Accept or decline; you can read the care sheet before you decide.`,
      facts: answerBy,
      quoted: message,
      button: 'Answer',
    },
  },
  remind: {
    sitter: {
      title: '{owner} is still waiting for your answer',
      paragraph: (mail) => `${mail.other} has asked whether you can look after ${petsOf(mail)}.`,
      facts: answerBy,
      button: 'Answer',
    },
  },
  accept: {
    owner: {
      title: '{sitter} will look after your pets',
      paragraph: (mail) =>
        `${mail.other} has accepted and has your care sheet. Your door and alarm codes are shown closer to the start.`,
      facts: contacts,
    },
    sitter: {
      title: 'You will look after {owner}’s pets',
      paragraph: (mail) =>
        `Thank you. On the booking page you find the care sheet for ${petsOf(mail)}, a report card to fill in, and all the days for your own calendar.`,
      facts: contacts,
    },
  },
  decline: {
    owner: {
      title: '{sitter} cannot help this time',
      paragraph: (mail) => `${mail.other} cannot look after ${petsOf(mail)} on these days.`,
      quoted: reasonOf,
    },
  },
  withdraw: {
    sitter: {
      title: '{owner} no longer needs you',
      paragraph: (mail) => `${mail.other} has withdrawn the request. You don’t need to do anything.`,
      quoted: reasonOf,
    },
  },
  expire: {
    owner: {
      title: '{sitter} did not answer in time',
      paragraph: (mail) => `You can ask ${mail.other} again, or ask somebody else.`,
    },
  },
  cancel: {
    owner: {
      title: 'You cancelled: we have told {sitter}',
      paragraph: (mail) => `You have cancelled the booking, and we have told ${mail.other}.`,
      quoted: reasonOf,
    },
    sitter: {
      title: '{owner} no longer needs you',
      paragraph: (mail) => `${mail.other} has cancelled the booking: your days are free again.`,
      quoted: reasonOf,
    },
  },
  cancel_by_sitter: {
    owner: {
      title: '{sitter} can no longer come',
      paragraph: (mail) => `${mail.other} can no longer look after ${petsOf(mail)}. Ask somebody else soon.`,
      quoted: reasonOf,
    },
    sitter: {
      title: 'You cancelled: we have told {owner}',
      paragraph: (mail) => `You have cancelled the booking, and we have told ${mail.other} why.`,
    },
  },
  cancel_by_operator: {
    owner: {
      title: 'The booking is cancelled',
      paragraph: () => 'We have cancelled the booking.',
      quoted: reasonOf,
    },
    sitter: {
      title: 'The booking is cancelled',
      paragraph: () => 'We have cancelled the booking.',
      quoted: reasonOf,
    },
  },
  end_early: {
    owner: {
      title: 'Your booking with {sitter} has ended early',
      paragraph: (mail) => `We have told ${mail.other}.`,
    },
    sitter: {
      title: '{owner} is back early',
      paragraph: (mail) =>
        `${mail.other} has ended the booking early. Thank you for looking after ${petsOf(mail)}.`,
      quoted: reasonOf,
    },
  },
  check_in: {
    owner: {
      title: '{sitter} has checked in',
      paragraph: (mail) => `${mail.other} is looking after ${petsOf(mail)}.`,
      quoted: reasonOf,
    },
  },
  auto_start: {
    owner: {
      title: 'Your booking with {sitter} has started without a check-in',
      paragraph: (mail) => `${mail.other} has not checked in. If anything is wrong, call first.`,
      facts: contacts,
    },
    sitter: {
      title: 'Your time with {owner}’s pets has started',
      paragraph: (mail) => `You have not checked in. If anything is wrong, call ${mail.other} first.`,
      facts: contacts,
    },
  },
  check_out: {
    owner: {
      title: '{sitter} has checked out',
      paragraph: (mail) =>
        `${mail.other} is no longer looking after ${petsOf(mail)}. A word of thanks is always welcome.`,
      quoted: reasonOf,
    },
    sitter: {
      title: '{owner} says thank you: the booking is over',
      paragraph: (mail) => `Your time with ${petsOf(mail)} is over.`,
      quoted: reasonOf,
    },
  },
  auto_complete: {
    owner: {
      title: 'Your booking with {sitter} is over',
      paragraph: (mail) => `${mail.other} is no longer looking after ${petsOf(mail)}.`,
    },
    sitter: {
      title: 'Your time with {owner}’s pets is over',
      paragraph: (mail) => `Thank you for looking after ${petsOf(mail)}.`,
    },
  },
}

/** Returns the mail of an event between friends for one side; null if that side is not notified. */
export function circleLetterOf(mail: Mail, event: Event): (Body & { sentence: string }) | null {
  const letter = letters[event]?.[mail.to]
  if (!letter) return null
  const { title: sentence, paragraph, facts, quoted, button } = letter
  return {
    sentence,
    paragraphs: [paragraph(mail)],
    facts: [...basics(mail), ...(facts?.(mail) ?? [])],
    quoted: quoted?.(mail) ?? null,
    ...(button ? { button: { label: button, url: bookingUrl(mail) } } : {}),
  }
}
