import { z } from 'zod'
import { parties } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Receipt } from '#contract/ledger.ts'
import { Currency, Id, Month } from '#contract/values.ts'

const ofMonth = {
  method: 'GET',
  access: 'account',
  params: z.object({ accountId: Id, month: Month }),
  query: z.object({
    role: z.enum(parties).default('owner'),
    /** Default: the currency of the instance. */
    currency: Currency.optional(),
  }),
} as const

export const showStatement = endpoint({
  ...ofMonth,
  path: '/v1/accounts/:accountId/statements/:month',
  summary: 'Get your statement for a month, as owner or sitter: movements, opening and closing balance',
  response: Receipt,
  problems: ['account-not-found'],
})

export const printStatement = endpoint({
  ...ofMonth,
  path: '/v1/accounts/:accountId/statements/:month/statement.pdf',
  summary: 'Download your statement for a month, as owner or sitter, as a PDF',
  contentType: 'application/pdf',
  response: z.custom<Uint8Array<ArrayBuffer> | Blob>((value) => value instanceof Uint8Array),
  problems: ['account-not-found'],
})
