import type { PortraitSeed } from '#web/ui/portrait/draw.ts'

export type PortraitFit = 'whole' | 'fill'

/**
 * Returns the address at which the server renders this portrait. Pages need no drawing code, and each picture is
 * fetched only once.
 */
export function portraitUrl({ id, species, coat, ears }: PortraitSeed, fit: PortraitFit): string {
  const query = new URLSearchParams()
  if (fit === 'fill') query.set('fit', fit)
  if (coat) query.set('coat', coat)
  if (ears) query.set('ears', ears)
  const text = query.toString()
  return `/portraits/${species}/${encodeURIComponent(id)}.svg${text ? `?${text}` : ''}`
}
