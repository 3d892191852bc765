const key = 'sitwell.link-email'

/** The address a sign-in link was sent to, so that the same browser need not ask for it again. */
export const linkEmail = (): string | null => localStorage.getItem(key)
export const storeLinkEmail = (email: string): void => localStorage.setItem(key, email)
export const deleteLinkEmail = (): void => localStorage.removeItem(key)
