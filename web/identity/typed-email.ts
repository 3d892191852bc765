let typed = ''

/** The typed address is carried between sign-in and sign-up until the page is reloaded. */
export const typedEmail = (): string => typed

/** Called only from event handlers in the browser, so that a server never stores an address. */
export const rememberEmail = (email: string): void => {
  typed = email
}
