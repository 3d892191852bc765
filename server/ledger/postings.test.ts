import { expect, test } from 'vitest'
import { type Posting, postings } from '#server/ledger/postings.ts'

const sides = { ownerId: 'olga', sitterId: 'sam' }
const withoutFees = { sitterFee: 0, sitterFeeTax: 0, ownerFee: 0, ownerFeeTax: 0 }
const read = ({ kind, entries }: Posting) => [
  kind,
  ...entries.map(
    ({ account, accountId, amount }) => `${account}${accountId ? ` ${accountId}` : ''} ${amount}`,
  ),
]

test('every kind of transfer debits and credits the right accounts, to the cent', () => {
  const release = {
    sitter: 528_30,
    sitterFee: 58_70,
    sitterFeeTax: 10_98,
    ownerFee: 40_00,
    ownerFeeTax: 7_48,
  }
  expect(
    [
      postings.charge(sides, 627_00),
      postings.capture(sides, 627_00),
      postings.refund(sides, 390_67),
      postings.refund_paid(sides, 390_67),
      postings.release(sides, release),
      postings.payout(sides, 528_30),
      postings.tip(sides, 10_00),
      postings.fee_invoice(sides, 15_20),
      postings.fee_settled(sides, 15_20),
      postings.fee_written_off(sides, 15_20),
      postings.correction(sides, { debit: 'loss', credit: 'sitter', amount: 7_00 }),
      postings.correction(sides, { debit: 'owner_tax', credit: 'owner_fee', amount: 1_00 }),
      postings.correction(null, { debit: 'promotion', credit: 'bank', amount: 3_00 }),
    ].map(read),
  ).toEqual([
    ['charge', 'bank -62700', 'owner olga 62700'],
    ['capture', 'owner olga -62700', 'escrow 62700'],
    ['refund', 'escrow -39067', 'owner olga 39067'],
    ['refund_paid', 'owner olga -39067', 'bank 39067'],
    [
      'release',
      'escrow -62700',
      'sitter sam 52830',
      'platform_fee sam 4772',
      'tax sam 1098',
      'platform_fee olga 3252',
      'tax olga 748',
    ],
    ['payout', 'sitter sam -52830', 'bank 52830'],
    ['tip', 'bank -1000', 'sitter sam 1000'],
    ['fee_invoice', 'receivable sam -1520', 'bank 1520'],
    ['fee_settled', 'bank -1520', 'receivable sam 1520'],
    ['fee_written_off', 'loss -1520', 'receivable sam 1520'],
    ['correction', 'loss -700', 'sitter sam 700'],
    ['correction', 'tax olga -100', 'platform_fee olga 100'],
    ['correction', 'promotion -300', 'bank 300'],
  ])
})

test('a promotion paid by the platform is captured into escrow together with the owner’s payment', () => {
  expect(read(postings.capture(sides, 617_00, 10_00))).toEqual([
    'capture',
    'owner olga -61700',
    'promotion -1000',
    'escrow 62700',
  ])
})

test('amounts of zero produce no entries', () => {
  expect(postings.refund(sides, 0).entries).toEqual([])
  expect(read(postings.release(sides, { sitter: 50_00, ...withoutFees }))).toEqual([
    'release',
    'escrow -5000',
    'sitter sam 5000',
  ])
})
