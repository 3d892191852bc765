import { expect, test } from 'vitest'
import { deskMoneyWords } from '#web/admin/parts/desk-money-words.ts'

test('the desk claims no payment of a booking that is settled directly, and none before the card is charged', () => {
  const { direct, uncharged } = deskMoneyWords
  const said = [
    direct.paid,
    direct.refunded,
    direct.earned,
    direct.held,
    direct.refund('Olga'),
    direct.refundNow('Olga'),
  ]
  const ends = [direct, uncharged].flatMap(({ endFree }) => [
    endFree.outcome('€5.00'),
    endFree.confirm('€5.00'),
  ])
  const texts = [...said, ...ends, direct.most('€5.00', 'Olga', 'Sam')]
  expect(texts.join(' ')).not.toMatch(/paid|refund|held|settled/i)
})
