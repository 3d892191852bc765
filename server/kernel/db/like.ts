/** The pattern with which `like` and `ilike` find texts that contain these words, whatever characters they have. */
export const containing = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
