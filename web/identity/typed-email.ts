let typed = ''

/** The address a person has typed follows them from sign-in to sign-up and back; it lives as long as the page. */
export const typedEmail = (): string => typed

/** Called from events in the browser only, so that no server keeps it. */
export const rememberEmail = (email: string): void => {
  typed = email
}
