/** Loads the code of the page of a sitter early. If that fails, opening the page loads it again, and says so. */
export const loadSitterPage = (): void => void import('#web/sitters/sitter-page.tsx').catch(() => undefined)
