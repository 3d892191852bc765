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
      title: 'You have asked {sitter} to look after your pets',
      paragraph: (mail) =>
        `We have passed it on to ${mail.other}, who helps you for nothing. You can take it back at any time.`,
      facts: answerBy,
      quoted: message,
    },
    sitter: {
      title: '{owner} asks whether you can help',
      paragraph: (mail) =>
        `${mail.other} would be glad if you could look after ${petsOf(mail)}. Say yes or no; you see the care sheet before you decide.`,
      facts: answerBy,
      quoted: message,
      button: 'Answer',
    },
  },
  remind: {
    sitter: {
      title: '{owner} still waits for your answer',
      paragraph: (mail) => `${mail.other} has asked whether you can look after ${petsOf(mail)}.`,
      facts: answerBy,
      button: 'Answer',
    },
  },
  accept: {
    owner: {
      title: '{sitter} looks after your pets',
      paragraph: (mail) =>
        `${mail.other} says yes. The care sheet is there, and your codes are shown when it is time.`,
      facts: contacts,
    },
    sitter: {
      title: 'You look after the pets of {owner}',
      paragraph: (mail) =>
        `Thank you. The page has the care sheet of ${petsOf(mail)}, a report card to fill in, and all days for your own calendar.`,
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
      paragraph: (mail) => `${mail.other} has taken the question back. There is nothing to do.`,
      quoted: reasonOf,
    },
  },
  expire: {
    owner: {
      title: '{sitter} did not answer in time',
      paragraph: (mail) => `Ask ${mail.other} again, or somebody else.`,
    },
  },
  cancel: {
    owner: {
      title: '{sitter} knows that you need no help',
      paragraph: (mail) => `You have called it off, and ${mail.other} has been told.`,
      quoted: reasonOf,
    },
    sitter: {
      title: '{owner} no longer needs you',
      paragraph: (mail) => `${mail.other} has called it off: your days are free again.`,
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
      title: '{owner} knows that you cannot come',
      paragraph: (mail) => `You have called it off, and ${mail.other} has been told why.`,
    },
  },
  cancel_by_operator: {
    owner: {
      title: 'The booking is called off',
      paragraph: () => 'We have called it off.',
      quoted: reasonOf,
    },
    sitter: {
      title: 'The booking is called off',
      paragraph: () => 'We have called it off.',
      quoted: reasonOf,
    },
  },
  end_early: {
    owner: {
      title: 'The time with {sitter} has ended early',
      paragraph: (mail) => `${mail.other} has been told.`,
    },
    sitter: {
      title: '{owner} is back early',
      paragraph: (mail) => `${mail.other} has ended it early. Thank you for looking after ${petsOf(mail)}.`,
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
      title: 'The time with {sitter} has begun, without a check-in',
      paragraph: (mail) => `${mail.other} has not checked in. If anything is wrong, call first.`,
      facts: contacts,
    },
    sitter: {
      title: 'The time with the pets of {owner} has begun',
      paragraph: (mail) => `You have not checked in. If anything is wrong, call ${mail.other} first.`,
      facts: contacts,
    },
  },
  check_out: {
    owner: {
      title: '{sitter} has checked out',
      paragraph: (mail) =>
        `The time of ${petsOf(mail)} with ${mail.other} is over. A word of thanks is always welcome.`,
      quoted: reasonOf,
    },
    sitter: {
      title: '{owner} says thank you: it is over',
      paragraph: (mail) => `The time of ${petsOf(mail)} with you is over.`,
      quoted: reasonOf,
    },
  },
  auto_complete: {
    owner: {
      title: 'The time with {sitter} is over',
      paragraph: (mail) => `The time of ${petsOf(mail)} with ${mail.other} is over.`,
    },
    sitter: {
      title: 'The time with the pets of {owner} is over',
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
