/** Number of minor-unit digits of the ISO 4217 currencies that do not have two. */
const digitsOfCurrency: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

export function minorDigits(currency: string) {
  return digitsOfCurrency[currency] ?? 2
}

/** "28" or "28.50": as a person would type it, without the currency. */
export function amountText(minor: number, currency: string) {
  const digits = minorDigits(currency)
  const whole = Math.trunc(minor / 10 ** digits)
  const rest = minor % 10 ** digits
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(digits, '0')}`
}

/** Parses "1,234.50", "1.234,50", "28,5" or "€28" into minor units; null if it is not an amount. */
export function parseAmount(text: string, currency: string): number | null {
  const digits = minorDigits(currency)
  const plain = text.replace(/[\s\u00a0'’€$£¥]|[A-Z]{3}/g, '')
  const { whole, fraction } = splitAmount(plain, digits)
  if (
    !/^(\d+|\d{1,3}(,\d{3})+|\d{1,3}(\.\d{3})+)$/.test(whole) ||
    !/^\d*$/.test(fraction) ||
    fraction.length > digits
  )
    return null
  const minor = Number(whole.replace(/[.,]/g, '')) * 10 ** digits + Number(fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}

/** Splits at the last separator, unless it occurs more than once or precedes a single group of three digits. */
function splitAmount(plain: string, digits: number) {
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last === -1) return { whole: plain, fraction: '' }
  const whole = plain.slice(0, last)
  const fraction = plain.slice(last + 1)
  const repeated = whole.includes(plain.charAt(last))
  const onlyOne = !/[.,]/.test(whole)
  if (repeated || (onlyOne && fraction.length === 3 && digits !== 3)) return { whole: plain, fraction: '' }
  return { whole, fraction }
}
