/** Letters that have no accent to remove. The database replaces them in the same way. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Returns the words of a text in lower case and without accents; "O’Hara" is one word. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** What can be found: by its label, and by further words that may not be visible. */
export type Findable = { label: string; words?: string | undefined }

/** Returns how well typed text fits: 2 if the label begins with it, 1 if every typed word begins a word, else 0. */
function fitOf({ label, words = '' }: Findable, typed: readonly string[]): number {
  const own = wordsOf(label)
  const all = [...own, ...wordsOf(words)]
  if (!typed.every((part) => all.some((word) => word.startsWith(part)))) return 0
  return own.join(' ').startsWith(typed.join(' ')) ? 2 : 1
}

/** Returns the entries that typed text fits, those whose label begins with it first; all of them without typed text. */
export function matching<T extends Findable>(entries: readonly T[], text: string): T[] {
  const typed = wordsOf(text)
  return entries
    .map((entry) => ({ entry, fit: fitOf(entry, typed) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)
    .map(({ entry }) => entry)
}
