import type { PortraitSeed } from '#web/ui/portrait/draw.ts'

export type PortraitFit = 'whole' | 'fill'

/** Where the server draws this portrait. Pages carry no drawing code, and one picture is fetched once. */
export function portraitUrl({ id, species, coat, ears }: PortraitSeed, fit: PortraitFit): string {
  const query = new URLSearchParams()
  if (fit === 'fill') query.set('fit', fit)
  if (coat) query.set('coat', coat)
  if (ears) query.set('ears', ears)
  const text = query.toString()
  return `/portraits/${species}/${encodeURIComponent(id)}.svg${text ? `?${text}` : ''}`
}
