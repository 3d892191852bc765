import type { OpenMatterKind } from '#contract/codes.ts'

/** An open matter on which others still depend, so that the account cannot be deleted. */
export type OpenMatter = {
  kind: OpenMatterKind
  /** Id of the invoice, otherwise of the booking. */
  id: string
  number: string
}

const sentences: Record<OpenMatterKind, (number: string) => string> = {
  booking: (number) => `Booking ${number} is still open`,
  case: (number) => `The case about booking ${number} has not been decided`,
  dispute: (number) => `The bank is still asking about the payment for booking ${number}`,
  payout: (number) => `The money for booking ${number} has not been settled`,
  payment: (number) => `A payment for booking ${number} is in progress`,
  invoice: (number) => `Invoice ${number} has not been paid`,
}

export const sentenceOf = ({ kind, number }: OpenMatter): string => sentences[kind](number)

const maxNamed = 5

/** Returns all open matters in one sentence, for clients that show no list. */
export function sentencesOf(open: readonly OpenMatter[]): string {
  const named = open.slice(0, maxNamed).map(sentenceOf)
  const more = open.length - named.length
  return `${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}.`
}
