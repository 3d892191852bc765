import type { Service } from '#contract/codes.ts'
import type { Api } from '#web/api.ts'
import { offeredOrder } from '#web/words.ts'

export type Offer = { service: Service; from: { price: number; currency: string } | null }

/** Returns the lowest price per unit for each service, including the owner's fee. */
export const cheapestOffers = (api: Api): Promise<Offer[]> =>
  Promise.all(
    offeredOrder.map(async (service) => {
      const { items } = await api('GET /v1/sitters', { query: { service, sort: 'price', limit: 1 } })
      const [cheapest] = items
      return { service, from: cheapest ? { price: cheapest.unitPrice, currency: cheapest.currency } : null }
    }),
  )
