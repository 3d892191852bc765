/** What is left of a payment, to be given back or to be paid out. */
export type Source = { id: string; left: number }
/** `id` is null for what comes from none of the payments. */
export type Draw = { id: string | null; amount: number }

/** Takes an amount from the payments in their order, and from each no more than is left of it. */
export function draw(sources: readonly Source[], amount: number): Draw[] {
  let missing = amount
  const draws = sources.flatMap(({ id, left }): Draw[] => {
    const taken = Math.min(Math.max(0, left), missing)
    missing -= taken
    return taken > 0 ? [{ id, amount: taken }] : []
  })
  return missing > 0 ? [...draws, { id: null, amount: missing }] : draws
}

/** Leaves an amount whole where one of the payments has all of it. */
export function drawWhole(sources: readonly Source[], amount: number): Draw[] {
  const whole = sources.find(({ left }) => left >= amount)
  return whole ? [{ id: whole.id, amount }] : draw(sources, amount)
}
