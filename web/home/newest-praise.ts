import type { Review } from '#contract/sitters/sitters.ts'
import type { Api } from '#web/api.ts'

export type Praised = { sitter: { id: string; name: string }; review: Review }

const shown = 3

/** Returns the newest visible review of each of the top-ranked sitters. */
export async function newestPraise(api: Api): Promise<Praised[]> {
  const { items } = await api('GET /v1/sitters', { query: { limit: shown * 2 } })
  const praised = await Promise.all(
    items.map(async (card) => {
      const reviews = await api('GET /v1/sitters/:sitterId/reviews', {
        params: { sitterId: card.id },
        query: { limit: 2 },
      })
      const review = reviews.items.find(({ removedFor }) => removedFor === null)
      return review ? [{ sitter: { id: card.id, name: card.name }, review }] : []
    }),
  )
  return praised.flat().slice(0, shown)
}
