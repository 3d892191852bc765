import { z } from 'zod'
import { bookingBeginnings, isStay, maxPetsPerBooking, services } from '#contract/codes.ts'
import { DescribedPet } from '#contract/pets.ts'
import { Id, line, text } from '#contract/values.ts'
import { AddOn, daysShape } from './parts.ts'

export const draftShape = {
  sitterId: Id,
  service: z.enum(services),
  ...daysShape,
  petIds: z.array(Id).min(1).max(maxPetsPerBooking).optional(),
  pets: z.array(DescribedPet).min(1).max(maxPetsPerBooking).optional(),
  addOns: z.array(AddOn).max(20).default([]),
  promoCode: line(40).optional(),
  /** Asks a friend from the owner’s care circle for free care instead of a sitter at a price; only for saved pets. */
  circle: z.boolean().optional(),
}

type DraftParts = {
  service: (typeof services)[number]
  startOn?: unknown
  endOn?: unknown
  visits?: unknown
  petIds?: unknown
  pets?: unknown
}

export function refineDraft(draft: DraftParts, issues: z.core.$RefinementCtx): void {
  const issue = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
  if (isStay(draft.service)) {
    if (!draft.startOn) issue('startOn', 'Choose the first day')
    if (!draft.endOn) issue('endOn', 'Choose the last day')
    if (draft.visits) issue('visits', 'A stay has a first and a last day, not visits')
  } else {
    if (!draft.visits) issue('visits', 'Choose at least one day and time')
    if (draft.startOn || draft.endOn) issue('startOn', 'Give the days as visits')
  }
  if (!draft.petIds === !draft.pets) issue('petIds', 'Choose the pets, either saved ones or described ones')
}

type Issue = (path: string, message: string) => void
type Beginning = { event: string; promoCode?: unknown; message?: unknown; addOns: readonly unknown[] }

function refineCircle({ event, promoCode }: Beginning, issue: Issue): void {
  if (event !== 'request') issue('event', 'Ask a friend with a request')
  if (promoCode !== undefined) issue('promoCode', 'Care by a friend costs nothing')
}

function refineQuestion({ message, addOns, promoCode }: Beginning, issue: Issue): void {
  if (!message) issue('message', 'Write what you would like to know')
  if (addOns.length > 0) issue('addOns', 'Add extras to the request')
  if (promoCode !== undefined) issue('promoCode', 'Use a promo code in the request')
}

/** Input that starts a booking: a request, an instant booking where the sitter allows it, or a question. */
export const BookingBeginning = z
  .strictObject({
    ...draftShape,
    event: z.enum(bookingBeginnings).default('request'),
    /** Hash of the displayed quote; not needed for a question. */
    quoteHash: z.string().max(100).optional(),
    message: text(2000).optional(),
  })
  .superRefine((draft, issues) => {
    const issue: Issue = (path, message) => issues.addIssue({ code: 'custom', path: [path], message })
    const isQuestion = draft.event === 'inquire'
    if (draft.circle) refineCircle(draft, issue)
    const { startOn, endOn, visits } = draft
    if (!isQuestion || startOn || endOn || visits || !draft.petIds) refineDraft(draft, issues)
    if (!draft.petIds) issue('petIds', 'Choose the pets from your account')
    if (!isQuestion && draft.quoteHash === undefined) issue('quoteHash', 'Send the hash of the quote')
    if (isQuestion) refineQuestion(draft, issue)
  })
