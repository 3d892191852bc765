import { z } from 'zod'
import { parties } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { keysOf } from '#contract/entries.ts'
import { correctionAccounts, correctionStates } from '#contract/payments/codes.ts'
import { Amount, Currency, Id, Instant, line, page, PageQuery, text } from '#contract/values.ts'

const Side = z.enum(keysOf(correctionAccounts))
const By = z.object({ accountId: Id, name: z.string() })

/** A transfer that somebody has proposed in addition to those that bookings, disputes and invoices post. */
export const LedgerCorrection = z.object({
  id: Id,
  state: z.enum(correctionStates),
  debit: Side,
  credit: Side,
  amount: Amount,
  currency: Currency,
  /** The booking that it concerns, with the names of both parties. */
  booking: z.object({ id: Id, number: z.string(), names: z.record(z.enum(parties), z.string()) }).nullable(),
  reason: z.string(),
  /** A second person has to approve it before it is posted. */
  needsApproval: z.boolean(),
  proposedAt: Instant,
  proposedBy: By,
  decidedAt: Instant.nullable(),
  decidedBy: By.nullable(),
  decision: z.string().nullable(),
  /** What you may do now. The person who proposed it may take it back, but not approve it. */
  actions: z.array(z.enum(['approve', 'reject'])),
})

export const listCorrections = endpoint({
  method: 'GET',
  path: '/v1/admin/ledger/corrections',
  access: 'money.read',
  summary: 'List corrections of the ledger, newest first (staff)',
  query: PageQuery.extend({ state: z.enum(correctionStates).optional() }),
  response: page(LedgerCorrection).extend({
    /** Corrections above this amount need a second person; see the setting `payments.approvalAbove`. */
    approvalAbove: Amount,
    currency: Currency,
  }),
  problems: ['cursor-invalid'],
})

export const proposeCorrection = endpoint({
  method: 'POST',
  path: '/v1/admin/ledger/corrections',
  access: 'money.change',
  freshSignIn: 'required',
  idempotencyKey: 'required',
  summary:
    'Correct the ledger by a new transfer; it is posted at once, or waits for a second person above an amount (staff)',
  body: z
    .strictObject({
      debit: Side,
      credit: Side,
      amount: Amount.min(1).max(100_000_000),
      /** Number of the booking that it concerns. Without one, the currency is that of the instance. */
      booking: line(40).nullable().default(null),
      reason: text(1000, 10),
    })
    .superRefine(({ debit, credit, booking }, issues) => {
      if (debit === credit)
        issues.addIssue({
          code: 'custom',
          path: ['credit'],
          message: 'Choose another account than for the debit',
        })
      const isPersonal = [debit, credit].some((side) => correctionAccounts[side].of !== null)
      if (isPersonal && !booking)
        issues.addIssue({ code: 'custom', path: ['booking'], message: 'Enter the number of the booking' })
    }),
  response: LedgerCorrection,
  status: 201,
  problems: ['booking-not-found', 'amount-too-high'],
})

const ofCorrection = {
  method: 'POST',
  access: 'money.change',
  freshSignIn: 'required',
  status: 200,
  params: z.object({ correctionId: Id }),
  body: z.strictObject({ reason: text(1000, 10) }),
  response: LedgerCorrection,
} as const

export const approveCorrection = endpoint({
  ...ofCorrection,
  path: '/v1/admin/ledger/corrections/:correctionId/approve',
  idempotencyKey: 'required',
  summary: 'Approve and post a correction that somebody else has proposed (staff)',
  problems: ['correction-not-found', 'correction-action-not-allowed', 'amount-too-high'],
})

export const rejectCorrection = endpoint({
  ...ofCorrection,
  path: '/v1/admin/ledger/corrections/:correctionId/reject',
  summary: 'Reject a correction that waits, or take your own back (staff)',
  problems: ['correction-not-found', 'correction-action-not-allowed'],
})

export type LedgerCorrection = z.infer<typeof LedgerCorrection>
export type CorrectionAccount = keyof typeof correctionAccounts
