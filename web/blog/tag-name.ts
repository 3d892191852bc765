/** A subject as a person reads it: "Small pets" for `small-pets`. */
export const tagName = (tag: string): string => {
  const words = tag.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
