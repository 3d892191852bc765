const letters = [...'abcdefghijklmnopqrstuvwxyz ']

/** Longer words are looked for as they are: each letter costs 54 more beginnings. */
const mostLetters = 16

/**
 * Every text that one slip of the hand away from a folded text may have been meant: a letter too many, one too few,
 * another one, or two neighbours exchanged. About 54 for each letter; none for what is too short or too long to tell.
 */
export function slipsOf(folded: string): string[] {
  const typed = [...folded]
  if (typed.length < 3 || typed.length > mostLetters) return []
  const meant = new Set<string>()
  const add = (at: number, skip: number, instead: string) =>
    meant.add([...typed.slice(0, at), instead, ...typed.slice(at + skip)].join(''))
  for (let at = 0; at <= typed.length; at++) {
    for (const letter of letters) add(at, 0, letter)
    if (at === typed.length) break
    for (const letter of letters) add(at, 1, letter)
    add(at, 1, '')
    if (at + 1 < typed.length) add(at, 2, `${typed[at + 1]}${typed[at]}`)
  }
  meant.delete(folded)
  return [...meant].filter((text) => text === text.trim())
}
