import type { Place } from '#contract/places.ts'

/** A town, with the subdivision of its country that decides its holidays. */
export type Town = Place & { subdivision: string | null }
