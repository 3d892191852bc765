/** Number of days for which a link in a mail can restore an account. */
export const undoDays = 14

const days = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
/** `Tuesday 15 December 2026`, in UTC, because the sign-in does not know the user's time zone. */
export const dayOf = (at: Date): string => days.format(at).replace(',', '')

/** Message for a user who signs in to an account that is going to be deleted. */
export const pendingDeletionMessage = (dueAt: Date): string =>
  `This account is going to be deleted on ${dayOf(dueAt)}. Until then you can restore it with the link in the e-mail that we sent you.`
