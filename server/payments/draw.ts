/** The amount left of a payment, to be refunded or paid out. */
export type Source = { id: string; left: number }
/** `id` is null for an amount that no payment covers. */
export type Draw = { id: string | null; amount: number }

/** Draws an amount from the payments in their order, from each no more than is left of it. */
export function draw(sources: readonly Source[], amount: number): Draw[] {
  let missing = amount
  const draws = sources.flatMap(({ id, left }): Draw[] => {
    const taken = Math.min(Math.max(0, left), missing)
    missing -= taken
    return taken > 0 ? [{ id, amount: taken }] : []
  })
  return missing > 0 ? [...draws, { id: null, amount: missing }] : draws
}

/** Draws the whole amount from one payment if any has enough left; otherwise splits it. */
export function drawFromOne(sources: readonly Source[], amount: number): Draw[] {
  const sufficient = sources.find(({ left }) => left >= amount)
  return sufficient ? [{ id: sufficient.id, amount }] : draw(sources, amount)
}
