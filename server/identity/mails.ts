import type { CodeType } from '#server/identity/codes/code-type.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type MailLook, renderMail } from '#server/kernel/mail/mail-content.ts'
import { greetingTo } from '#server/kernel/words.ts'
import type { OutgoingMail } from '#server/kernel/mail/mail.ts'

type Letter = {
  kind: string
  subject: string
  paragraphs: string[]
  button: { label: string; url: string }
  /** Text below the button, in small print. */
  note: string
  facts?: Fact[]
  /** Words of somebody else, shown as a quotation. */
  quoted?: string
}
type Fact = [name: string, value: string]

/** When something was done, and from where; `from` is null for the operator at the command line. */
export type EventContext = {
  at: Date
  from: { browser: string | null; system: string | null; network: string } | null
}
type Site = { siteName: string; origin: string; look: MailLook }

/** What mails say and show of the site. */
export const mailSiteOf = ({ site }: Pick<Deps, 'site'>): Site => ({
  siteName: site.name,
  look: site,
  origin: new URL(site.url).origin,
})

/**
 * Renders a letter as plain text and as equivalent HTML. The link is also written out, because it is found nowhere
 * else.
 */
export function writeMail(to: string, letter: Letter, { siteName, origin, look }: Site): OutgoingMail {
  const { kind, subject, paragraphs, button, note, facts = [], quoted = null } = letter
  const [greeting = '', ...words] = paragraphs
  const content = {
    subject,
    greeting,
    paragraphs: words,
    facts,
    quoted,
    button: { ...button, isSpelled: true },
    closing: note,
  }
  return { to, kind, ...renderMail(content, { ...look, name: siteName, url: origin }) }
}

const clock = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

function factsOf({ at, from }: EventContext): Fact[] {
  const when: Fact = ['When', `${clock.format(at)} UTC`]
  if (!from) return [when, ['By', 'The operator of this site']]
  const device = [from.browser ?? 'Unknown browser', from.system].filter(Boolean).join(' on ')
  return [when, ['Device', device], ['Network', from.network]]
}

export type CodeMail = {
  name: string | null
  email: string
  newEmail: string | null
  url: string
  context: EventContext | null
}
export type CodeLetter = (mail: CodeMail, siteName: string) => Letter

/** Sent to the old address while a change of address waits for confirmation; its code is a RECOVER_EMAIL. */
export const addressChangeRequested: CodeLetter = ({ name, newEmail, url, context }, siteName) => ({
  kind: 'identity.change-asked',
  subject: `Somebody asked to change your e-mail address for ${siteName}`,
  paragraphs: [
    greetingTo(name),
    `Your account will use ${newEmail ?? 'another address'} as soon as the link that we sent there is opened. If you asked for this, there is nothing to do here.`,
    'If you did not, stop it now. This also signs out every device and removes your password, so that whoever asked for it cannot get back in; you then choose a new password.',
  ],
  button: { label: 'Stop the change', url },
  note: 'We sent this e-mail to the address that your account uses now. The link works for seven days, also after the change.',
  ...(context ? { facts: factsOf(context) } : {}),
})

/** The letter with the link, by kind of code. */
export const codeLetters: Record<CodeType, CodeLetter> = {
  PASSWORD_RESET: ({ name, url }, siteName) => ({
    kind: 'identity.reset-password',
    subject: `Choose a new password for ${siteName}`,
    paragraphs: [
      greetingTo(name),
      'Somebody, probably you, asked to choose a new password. The link works once and expires after one hour.',
    ],
    button: { label: 'Choose a new password', url },
    note: 'If this was not you, there is nothing to do: your password stays as it is.',
  }),
  VERIFY_EMAIL: ({ name, url }, siteName) => ({
    kind: 'identity.verify-email',
    subject: `Confirm your e-mail address for ${siteName}`,
    paragraphs: [
      greetingTo(name),
      'Please confirm that this address is yours, so that news about your bookings reaches you. The link works for three days.',
    ],
    button: { label: 'Confirm my address', url },
    note: 'If you do not have an account with us, please ignore this e-mail.',
  }),
  VERIFY_AND_CHANGE_EMAIL: ({ name, newEmail, url }, siteName) => ({
    kind: 'identity.change-email',
    subject: `Confirm your new e-mail address for ${siteName}`,
    paragraphs: [
      greetingTo(name),
      `You asked to use ${newEmail ?? 'this address'} from now on. Please confirm it within a day, then sign in again with it.`,
    ],
    button: { label: 'Use this address', url },
    note: 'If this was not you, please ignore this e-mail: nothing changes.',
  }),
  RECOVER_EMAIL: ({ name, newEmail, url, context }, siteName) => ({
    kind: 'identity.recover-email',
    subject: `Your e-mail address for ${siteName} was changed`,
    paragraphs: [
      greetingTo(name),
      `Your account now uses ${newEmail ?? 'another address'}. If you changed it, all is well and there is nothing to do.`,
      'If you did not, restore your old address within seven days. This also signs out every device and removes your password; you then choose a new one.',
    ],
    button: { label: 'Take my address back', url },
    note: 'We sent this e-mail to the address that your account used before.',
    ...(context ? { facts: factsOf(context) } : {}),
  }),
  EMAIL_SIGNIN: ({ name, url }, siteName) => ({
    kind: 'identity.sign-in-link',
    subject: `Your sign-in link for ${siteName}`,
    paragraphs: [
      greetingTo(name),
      'Here is the link you asked for. It works once and expires after one hour.',
    ],
    button: { label: `Sign in to ${siteName}`, url },
    note: 'If you did not ask for it, please ignore this e-mail and do not share the link.',
  }),
}

/** The letters with the links while an address that staff have entered, for `reason`, waits for confirmation. */
export const staffAddressLetters = (reason: string): { toNew: CodeLetter; toOld: CodeLetter } => ({
  toNew: (mail, siteName) => ({
    ...codeLetters.VERIFY_AND_CHANGE_EMAIL(mail, siteName),
    paragraphs: [
      greetingTo(mail.name),
      `Somebody who runs ${siteName} has entered this address for your account. Please confirm it within a day, then sign in again with it. This is why it was entered:`,
    ],
    quoted: reason,
  }),
  toOld: (mail, siteName) => ({
    ...addressChangeRequested(mail, siteName),
    paragraphs: [
      greetingTo(mail.name),
      `Somebody who runs ${siteName} has entered ${mail.newEmail ?? 'another address'} for your account, which will use it as soon as the link that we sent there is opened. If you wanted this, there is nothing to do here.`,
      'If you did not, stop it now. This also signs out every device and removes your password; you then choose a new password. This is why it was entered:',
    ],
    quoted: reason,
  }),
})

/**
 * Sent to an old address that was never confirmed. It has no link that stops the change: the address may be misspelt,
 * and the link would give the account to a stranger.
 */
export const unprovenAddressReplaced = (
  { name, newEmail, reason }: { name: string | null; newEmail: string; reason: string },
  { siteName, origin }: Site,
): Letter => ({
  kind: 'identity.change-told',
  subject: `Your e-mail address for ${siteName} is about to change`,
  paragraphs: [
    greetingTo(name),
    `Somebody who runs ${siteName} has entered ${newEmail} for your account, which will use it as soon as the link that we sent there is opened. If you wanted this, or do not know this site, there is nothing to do here.`,
    'If you did not want it, please write to us. This is why it was entered:',
  ],
  quoted: reason,
  button: { label: 'How to reach us', url: `${origin}/help` },
  note: 'You get no link to stop this, because this address was never confirmed.',
})

/** Sent to the owner of an address that somebody else tried to use for another account. */
export const addressInUse = (name: string | null, { siteName, origin }: Site): Letter => ({
  kind: 'identity.address-in-use',
  subject: `You already have an account with ${siteName}`,
  paragraphs: [
    greetingTo(name),
    'Somebody, probably you, tried to use this address for another account. You already have an account, so nothing was changed.',
  ],
  button: { label: 'Choose a new password', url: `${origin}/auth/forgot-password` },
  note: 'If you still know your password, simply sign in. If this was not you, there is nothing to do.',
})

type NoticeData = {
  name: string | null
  context: EventContext
  /** Name of the provider, if the notice is about one. */
  provider: string
}
type Notice = (data: NoticeData, site: Site) => Letter

const resetNow = (origin: string, label = 'This was not me') => ({
  label,
  url: `${origin}/auth/forgot-password`,
})
const ifNotYou =
  'If it was not you, choose a new password now: that signs out every device. Then check your ways to sign in, in the security settings.'

/** Notices of what happened to the account, and what to do if the user did not do it. */
export const notices = {
  passwordChanged: ({ name, context }, { siteName, origin }) => ({
    kind: 'identity.password-changed',
    subject: `Your password for ${siteName} was changed`,
    paragraphs: [
      greetingTo(name),
      'Your password was changed, and every other device was signed out.',
      ifNotYou,
    ],
    facts: factsOf(context),
    button: resetNow(origin),
    note: 'If you changed it, there is nothing to do.',
  }),
  passwordAdded: ({ name, context }, { siteName, origin }) => ({
    kind: 'identity.password-added',
    subject: `You can now sign in to ${siteName} with a password`,
    paragraphs: [greetingTo(name), 'A password was added to your account.', ifNotYou],
    facts: factsOf(context),
    button: resetNow(origin),
    note: 'If you added it, there is nothing to do.',
  }),
  passwordRemoved: ({ name, context }, { siteName, origin }) => ({
    kind: 'identity.password-removed',
    subject: `Your password for ${siteName} was removed`,
    paragraphs: [
      greetingTo(name),
      'Your password was removed, and every other device was signed out.',
      ifNotYou,
    ],
    facts: factsOf(context),
    button: resetNow(origin),
    note: 'If you removed it, there is nothing to do.',
  }),
  providerLinked: ({ name, context, provider }, { siteName, origin }) => ({
    kind: 'identity.provider-linked',
    subject: `You can now sign in to ${siteName} with ${provider}`,
    paragraphs: [
      greetingTo(name),
      `A ${provider} account was connected to your ${siteName} account. Whoever has it can now sign in to your account.`,
      'If it was not you, disconnect it in the security settings (this signs out every other device) and choose a new password.',
    ],
    facts: factsOf(context),
    button: { label: 'See how you sign in', url: `${origin}/account/security` },
    note: 'If you connected it, there is nothing to do.',
  }),
  providerRemoved: ({ name, context, provider }, { siteName, origin }) => ({
    kind: 'identity.provider-removed',
    subject: `You no longer sign in to ${siteName} with ${provider}`,
    paragraphs: [
      greetingTo(name),
      `The ${provider} account was disconnected from your ${siteName} account, and every other device was signed out.`,
      ifNotYou,
    ],
    facts: factsOf(context),
    button: resetNow(origin),
    note: 'If you disconnected it, there is nothing to do.',
  }),
  newBrowser: ({ name, context }, { siteName, origin }) => ({
    kind: 'identity.new-browser',
    subject: `New sign-in to your ${siteName} account`,
    paragraphs: [greetingTo(name), 'Somebody signed in to your account from a new browser.', ifNotYou],
    facts: factsOf(context),
    button: resetNow(origin),
    note: 'If it was you, there is nothing to do. A browser also counts as new after its cookies were cleared.',
  }),
  failedSignIns: ({ name, context }, { siteName, origin }) => ({
    kind: 'identity.failed-sign-ins',
    subject: `Many failed sign-ins to your ${siteName} account`,
    paragraphs: [
      greetingTo(name),
      'Somebody tried to sign in to your account with wrong passwords, ten times or more within an hour. They did not get in. Below is the last attempt.',
      'If it was not you and your password is short, or used elsewhere too, choose a new one.',
    ],
    facts: factsOf(context),
    button: resetNow(origin, 'Choose a new password'),
    note: 'If it was you, there is nothing to do. We send this e-mail once a day at most.',
  }),
  sessionEnded: ({ name, context }, { siteName, origin }) => ({
    kind: 'identity.session-ended',
    subject: `We signed a device out of your ${siteName} account`,
    paragraphs: [
      greetingTo(name),
      'One of your sign-ins was used from a place where it should not have been, so we ended it. Sign in again and, to be safe, choose a new password.',
    ],
    facts: factsOf(context),
    button: resetNow(origin, 'Choose a new password'),
    note: 'Clearing the cookies of your browser can also cause this. Then there is nothing to worry about.',
  }),
  sessionsEnded: ({ name, context }, { siteName, origin }) => ({
    kind: 'identity.sessions-ended',
    subject: `Every device was signed out of your ${siteName} account`,
    paragraphs: [
      greetingTo(name),
      'Every device was signed out of your account, and links that we sent for it before no longer work. Sign in again to continue.',
      ifNotYou,
    ],
    facts: factsOf(context),
    button: resetNow(origin),
    note: 'If you did it, there is nothing to do.',
  }),
  otherSessionsEnded: ({ name, context }, { siteName, origin }) => ({
    kind: 'identity.sessions-ended',
    subject: `Your other devices were signed out of your ${siteName} account`,
    paragraphs: [
      greetingTo(name),
      'Every device except the one below was signed out of your account, and links that we sent for it before no longer work.',
      ifNotYou,
    ],
    facts: factsOf(context),
    button: resetNow(origin),
    note: 'If you did it, there is nothing to do.',
  }),
} satisfies Record<string, Notice>

export type NoticeName = keyof typeof notices

type Secured = { reason: string; isPasswordRemoved: boolean; context: EventContext }

/** Sent when staff have signed a user out everywhere, with or without removing the password. */
export const securedByStaff = (
  name: string | null,
  { siteName, origin }: Site,
  { reason, isPasswordRemoved, context }: Secured,
): Letter => ({
  // Without `identity.`, because there is no secret in it: the desk and the data copy show its text.
  kind: isPasswordRemoved ? 'accounts.reset-forced' : 'accounts.signed-out',
  subject: isPasswordRemoved
    ? `Your ${siteName} account needs a new password`
    : `Every device was signed out of your ${siteName} account`,
  paragraphs: [
    greetingTo(name),
    isPasswordRemoved
      ? 'We have removed the password of your account and signed out every device. To sign in again, choose a new password with the button below: we then send a link to this address.'
      : 'We have signed every device out of your account, and links that we sent for it before no longer work. Sign in again to continue.',
    'A person has decided this, and this is why:',
  ],
  facts: factsOf(context),
  quoted: reason,
  button: isPasswordRemoved
    ? { label: 'Choose a new password', url: `${origin}/auth/forgot-password` }
    : { label: 'Sign in', url: `${origin}/auth/sign-in` },
  note: 'If you have questions, reply to this e-mail.',
})

/** `reason`: why the operator deletes the account, if they gave one. */
type Deletion = { day: string; url: string; byOperator: boolean; reason?: string | undefined }

/** Sent to every address of the account, so that its owner can undo the deletion, whoever requested it. */
export const deletionRequested = (
  name: string | null,
  { siteName }: Site,
  { day, url, byOperator, reason }: Deletion,
): Letter => ({
  kind: 'identity.deletion-asked',
  subject: `Your ${siteName} account will be deleted on ${day}`,
  paragraphs: [
    greetingTo(name),
    byOperator
      ? 'The operator of the site is deleting your account. Nobody can sign in to it any longer, and your profile is hidden.'
      : 'Somebody, probably you, asked to delete your account. Nobody can sign in to it any longer, and your profile is hidden.',
    `Until ${day} you can change your mind with the button below. After that your account is deleted for good.`,
    ...(reason === undefined ? [] : ['A person has decided this, and this is why:']),
  ],
  ...(reason === undefined ? {} : { quoted: reason }),
  button: { label: 'Keep my account', url },
  note: 'If you want the account to be deleted, there is nothing to do. If this was not you, keep the account and choose a new password.',
})

/** `reason`: why staff keep the account, if they do. */
export const deletionUndone = (
  name: string | null,
  { siteName, origin }: Site,
  reason: string | null = null,
): Letter => ({
  kind: 'identity.deletion-undone',
  subject: `We are keeping your ${siteName} account`,
  paragraphs: [
    greetingTo(name),
    'Your account will not be deleted. Your profile is as it was, and you can sign in again.',
    ...(reason === null ? [] : [`Somebody who runs ${siteName} has decided this. This is why:`]),
  ],
  ...(reason !== null && { quoted: reason }),
  button: { label: 'Sign in', url: `${origin}/auth/sign-in` },
  note:
    reason === null
      ? 'If it was not you who asked to delete it, choose a new password.'
      : 'If you still want it to be deleted, delete it in your account settings.',
})
