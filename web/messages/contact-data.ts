/** Contact or payment details in a text that lead off the site. */
export type ContactKind = 'email' | 'phone' | 'messenger' | 'payment'

const email =
  /[\p{L}\d._%+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\d-]+(?:\s?(?:\.|\(dot\)|\[dot\])\s?[\p{L}]{2,})+/iu

const messengers =
  /\b(?:whats?\s?app|wa\.me|telegram|t\.me|signal\.(?:me|group)|viber|wechat|snapchat|instagram|facebook|messenger|m\.me|skype|discord|line\.me)\b/i

/** Payment methods, and phrases about paying outside the booking. */
const payments =
  /\b(?:paypal|revolut|venmo|cash\s?app|zelle|mb\s?way|bizum|western union|bank transfer|iban|bitcoin|crypto|pay(?:ing|ment)?\s+(?:(?:you|me|us)\s+)?(?:in\s+)?cash|cash in hand|outside (?:of )?(?:the )?(?:site|platform|sitwell)|without the (?:fee|fees|site|platform))\b/i
const iban = /\b[A-Z]{2}\d{2}(?:\s?[A-Z\d]{4}){3,7}(?:\s?[A-Z\d]{1,3})?\b/

const dayLike = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$|^\d{1,2}[:.]\d{2}\s?[-–]\s?\d{1,2}[:.]\d{2}$/

const bookingNumber = /\b[A-Z]{2,}-?\d{4}-\d+\b/g

/** Nine or more digits with the usual separators; dates, times and prices are shorter or have another format. */
function hasPhone(text: string): boolean {
  for (const [found] of text.replaceAll(bookingNumber, '').matchAll(/(?:\+|\b)\d[\d\s().\-/]{6,22}\d\b/g)) {
    const digits = found.replaceAll(/\D/g, '').length
    const isInternational = found.startsWith('+') || found.startsWith('00')
    if (dayLike.test(found.trim()) || /\d{4}-\d{2}-\d{2}/.test(found)) continue
    if (digits >= (isInternational ? 8 : 9) && digits <= 15) return true
  }
  return false
}

/** Returns the kinds found, in display order. The text is never changed or held back because of them. */
export function contactKinds(text: string): ContactKind[] {
  const found: [ContactKind, boolean][] = [
    ['payment', payments.test(text) || iban.test(text)],
    ['email', email.test(text)],
    ['phone', !iban.test(text) && hasPhone(text)],
    ['messenger', messengers.test(text)],
  ]
  return found.flatMap(([kind, isThere]) => (isThere ? [kind] : []))
}
