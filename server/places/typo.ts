const letters = [...'abcdefghijklmnopqrstuvwxyz ']

/** Longer texts are not corrected: each letter adds 54 more prefixes to look up. */
const maxLetters = 16

/**
 * Returns every text of which a folded text may be a typo: one letter too many, one too few, a wrong one, or two
 * adjacent ones swapped. About 54 for each letter; none if the text is too short or too long.
 */
export function typoCorrections(folded: string): string[] {
  const typed = [...folded]
  if (typed.length < 3 || typed.length > maxLetters) return []
  const corrections = new Set<string>()
  const add = (at: number, skip: number, replacement: string) =>
    corrections.add([...typed.slice(0, at), replacement, ...typed.slice(at + skip)].join(''))
  for (let at = 0; at <= typed.length; at++) {
    for (const letter of letters) add(at, 0, letter)
    if (at === typed.length) break
    for (const letter of letters) add(at, 1, letter)
    add(at, 1, '')
    if (at + 1 < typed.length) add(at, 2, `${typed[at + 1]}${typed[at]}`)
  }
  corrections.delete(folded)
  return [...corrections].filter((text) => text === text.trim())
}
