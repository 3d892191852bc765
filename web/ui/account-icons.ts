import href from '#web/ui/account-icons.css?url'

/** Loads the icons that only the pages of signed-in people use. */
export const accountIconLinks = () => [{ rel: 'stylesheet', href }]
