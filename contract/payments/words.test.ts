import { expect, test } from 'vitest'
import { refundStep } from '#contract/bookings/words.ts'
import { moneyWords, settlementOf } from '#contract/payments/words.ts'

const owner = { reader: 'owner', other: 'Sam' } as const
const sitter = { reader: 'sitter', other: 'Olga' } as const

test.each([
  ['manual', false, 'direct'],
  ['manual', true, 'direct'],
  ['stripe', true, 'uncharged'],
  ['stripe', false, 'card'],
] as const)('money paid by %s (nothing charged yet: %s) is %s', (mode, isUncharged, settlement) => {
  expect(settlementOf(mode, isUncharged)).toBe(settlement)
})

/** Every sentence about one payment, as both sides read it. */
const sentences = (settlement: keyof typeof moneyWords) => {
  const said = moneyWords[settlement]
  return [owner, sitter].flatMap((reading) => [
    said.before(reading),
    said.less(reading),
    said.note(reading, '€26.40'),
    said.note(reading, null),
    ...(settlement === 'uncharged'
      ? []
      : [said.charged(reading), said.returned(reading), said.done, said.received(reading), said.waived]),
    said.cancel('€105.60'),
    said.endEarly('€105.60'),
  ])
}

test('a payment by card says what was paid and what goes back', () => {
  const { card } = moneyWords
  expect([card.before(owner), card.less(owner), card.less(sitter)]).toEqual([
    'You paid',
    'You get back',
    'Olga gets back',
  ])
  expect([card.cancel('€105.60'), card.endEarly('€5.00')]).toEqual([
    'Cancel and get €105.60 back',
    'End it and get €5.00 back',
  ])
  expect(refundStep('stripe', 105_60, 132_00)).toEqual(['you get back', 105_60])
})

test('nothing says that a card was charged, or gets anything back, before it is', () => {
  expect(sentences('uncharged').join(' ')).not.toMatch(/paid|get.? .*back|refund/i)
  expect(moneyWords.uncharged.note(owner, null)).toBe('Your card has not been charged; you pay nothing.')
  expect(moneyWords.uncharged.note(sitter, '€5.00')).toBe(
    'Olga’s card has not been charged; Olga pays €5.00.',
  )
})

test('with direct payment, nothing says that money was paid or comes back, except on a condition', () => {
  const all = sentences('direct').map((sentence) =>
    sentence?.replace(/if you have already (been )?paid.*$/i, ''),
  )
  expect(all.join(' ')).not.toMatch(/paid|back|refund|returned|settled/i)
  expect(moneyWords.direct.note(owner, '€26.40')).toBe(
    'You pay Sam €26.40 in all. If you have already paid more, Sam returns the difference to you.',
  )
  expect(moneyWords.direct.note(sitter, null)).toBe(
    'Olga owes you nothing. If you have already been paid, return the money to Olga.',
  )
  expect(refundStep('manual', 105_60, 132_00)).toEqual(['you pay', 26_40])
})
