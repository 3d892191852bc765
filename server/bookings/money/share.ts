/** `amount × part / whole`, rounded half away from zero, in integer arithmetic. */
export function share(amount: number, part: number, whole: number): number {
  const product = Math.abs(amount) * part
  const doubled = 2 * product + whole
  const rounded = (doubled - (doubled % (2 * whole))) / (2 * whole)
  return amount < 0 ? -rounded || 0 : rounded
}

export const percentOf = (amount: number, percent: number): number => share(amount, percent, 100)
export const basisPointsOf = (amount: number, basisPoints: number): number =>
  share(amount, basisPoints, 10_000)

/** 1000 is `10%`, 1250 is `12.5%`. */
export const basisPointsInWords = (basisPoints: number): string => `${basisPoints / 100}%`
