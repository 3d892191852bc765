import type { OutgoingMail } from '#server/kernel/mail.ts'
import { twinsOf } from '#server/kernel/mail-letter.ts'

type Letter = {
  kind: string
  subject: string
  paragraphs: string[]
  button: { label: string; url: string }
  /** Said below the button, in small print. */
  note: string
}
type Site = { siteName: string; origin: string }

/** One letter as plain text and as HTML that says the same; what it leads to is found nowhere else, so it is spelled out. */
export function writeMail(to: string, letter: Letter, { siteName, origin }: Site): OutgoingMail {
  const { kind, subject, paragraphs, button, note } = letter
  const [greeting = '', ...words] = paragraphs
  const whole = {
    subject,
    greeting,
    paragraphs: words,
    facts: [],
    quoted: null,
    button: { ...button, isSpelled: true },
    closing: note,
  }
  return { to, kind, ...twinsOf(whole, { name: siteName, url: origin }) }
}

const greet = (name: string | null) => (name ? `Hello ${name},` : 'Hello,')

export type CodeMail = { name: string | null; email: string; newEmail: string | null; url: string }
export type CodeType =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN'

export type CodeLetter = (mail: CodeMail, siteName: string) => Letter

/** To the old address while a change of address waits to be confirmed; its code is a RECOVER_EMAIL. */
export const changeAsked: CodeLetter = ({ name, newEmail, url }, siteName) => ({
  kind: 'identity.change-asked',
  subject: `Somebody asked to change your e-mail address for ${siteName}`,
  paragraphs: [
    greet(name),
    `Your account is to use ${newEmail ?? 'another address'} as soon as a link sent there is opened. If you asked for this, there is nothing to do here.`,
    'If you did not, stop it now. This also signs out every device and removes your password, so that whoever asked cannot come back; you then choose a new password.',
  ],
  button: { label: 'Stop the change', url },
  note: 'This mail went to the address that your account uses now.',
})

/** The letter that carries the link of each kind of code. */
export const codeLetters: Record<CodeType, CodeLetter> = {
  PASSWORD_RESET: ({ name, url }, siteName) => ({
    kind: 'identity.reset-password',
    subject: `Choose a new password for ${siteName}`,
    paragraphs: [
      greet(name),
      'Somebody, probably you, asked to choose a new password. The link works once, for one hour.',
    ],
    button: { label: 'Choose a new password', url },
    note: 'If this was not you, there is nothing to do: your password stays as it is.',
  }),
  VERIFY_EMAIL: ({ name, url }, siteName) => ({
    kind: 'identity.verify-email',
    subject: `Confirm your e-mail address for ${siteName}`,
    paragraphs: [
      greet(name),
      'Please confirm that this address is yours, so that news about your bookings reaches you. The link works for three days.',
    ],
    button: { label: 'Confirm my address', url },
    note: 'If you do not have an account with us, please ignore this mail.',
  }),
  VERIFY_AND_CHANGE_EMAIL: ({ name, newEmail, url }, siteName) => ({
    kind: 'identity.change-email',
    subject: `Confirm your new e-mail address for ${siteName}`,
    paragraphs: [
      greet(name),
      `You asked to use ${newEmail ?? 'this address'} from now on. Confirm it within a day; then please sign in again with it.`,
    ],
    button: { label: 'Use this address', url },
    note: 'If this was not you, please ignore this mail: nothing changes.',
  }),
  RECOVER_EMAIL: ({ name, newEmail, url }, siteName) => ({
    kind: 'identity.recover-email',
    subject: `Your e-mail address for ${siteName} was changed`,
    paragraphs: [
      greet(name),
      `Your account now uses ${newEmail ?? 'another address'}. If you changed it, all is well and there is nothing to do.`,
      'If you did not, take your address back within seven days. This also signs out every device and removes your password; you then choose a new one.',
    ],
    button: { label: 'Take my address back', url },
    note: 'This mail went to the address that your account used before.',
  }),
  EMAIL_SIGNIN: ({ name, url }, siteName) => ({
    kind: 'identity.sign-in-link',
    subject: `Your sign-in link for ${siteName}`,
    paragraphs: [greet(name), 'Here is the link you asked for. It works once, for one hour.'],
    button: { label: `Sign in to ${siteName}`, url },
    note: 'If you did not ask for it, please ignore this mail and do not pass the link on.',
  }),
}

/** Letters that only tell; the account is safe or made safe, and what to do is said. */
export const notices = {
  addressInUse: (name: string | null, { siteName, origin }: Site): Letter => ({
    kind: 'identity.address-in-use',
    subject: `You already have an account with ${siteName}`,
    paragraphs: [
      greet(name),
      'Somebody, probably you, tried to use this address for another account. You already have one, so nothing was changed.',
    ],
    button: { label: 'Choose a new password', url: `${origin}/auth/forgot-password` },
    note: 'If you still know your password, simply sign in. If this was not you, there is nothing to do.',
  }),
  passwordChanged: (name: string | null, { siteName, origin }: Site): Letter => ({
    kind: 'identity.password-changed',
    subject: `Your password for ${siteName} was changed`,
    paragraphs: [greet(name), 'Your password was changed just now, and every other device was signed out.'],
    button: { label: 'This was not me', url: `${origin}/auth/forgot-password` },
    note: 'If you changed it, there is nothing to do.',
  }),
  providerLinked: (name: string | null, { siteName, origin }: Site, provider: string): Letter => ({
    kind: 'identity.provider-linked',
    subject: `You can now sign in to ${siteName} with ${provider}`,
    paragraphs: [
      greet(name),
      `Your ${provider} account was connected to your ${siteName} account just now. You can sign in with it from here on.`,
    ],
    button: { label: 'See how you sign in', url: `${origin}/account` },
    note: 'If you did not connect it, disconnect it there and choose a new password.',
  }),
  sessionEnded: (name: string | null, { siteName, origin }: Site): Letter => ({
    kind: 'identity.session-ended',
    subject: `We signed a device out of your ${siteName} account`,
    paragraphs: [
      greet(name),
      'A sign-in of yours was used from a place where it should not have been, so we ended it. Sign in again; to be safe, choose a new password.',
    ],
    button: { label: 'Choose a new password', url: `${origin}/auth/forgot-password` },
    note: 'Clearing the cookies of your browser can also cause this. Then there is nothing to worry about.',
  }),
}
