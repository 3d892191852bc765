/** Turns a tag into a readable label: "Small pets" for `small-pets`. */
export const tagName = (tag: string): string => {
  const words = tag.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
