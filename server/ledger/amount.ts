/** Parses a sum, which PostgreSQL returns as text because it may exceed the safe integer range. */
export function amountOf(sum: string): number {
  const amount = Number(sum)
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${sum} is no amount`)
  return amount
}
