/** For so many days a link in a mail brings an account back. */
export const undoDays = 14

const days = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
/** `Tuesday 15 December 2026`, in UTC as no zone of the person is known to the sign-in. */
export const dayOf = (at: Date): string => days.format(at).replace(',', '')

/** What is said to whoever proves to be the person of an account that is to be deleted. */
export const leavingSentence = (dueAt: Date): string =>
  `This account is going to be deleted on ${dayOf(dueAt)}. Until then the link in the mail that we sent you brings it back.`
