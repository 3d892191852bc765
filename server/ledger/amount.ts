/** Sums come as text, because they may be larger than a number holds exactly. */
export function amountOf(sum: string): number {
  const amount = Number(sum)
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${sum} is no amount`)
  return amount
}
