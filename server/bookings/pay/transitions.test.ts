import { describe, expect, test } from 'vitest'
import type { BookingFacts } from '#server/bookings/facts.ts'
import { dueEvent, mayMove, nextSystemEvent, rowFor } from '#server/bookings/life/rule.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { at, events, settings, stay } from '#test/stay-facts.ts'

describe('with a payment provider', () => {
  test.each(['accept'] as const)('%s reserves capacity and requests the payment', (event) => {
    const row = rowFor(event, 'stripe')
    expect(row.to).toEqual({ requested: 'awaiting_payment' })
    expect(row.effects).toEqual(['take_places', 'ask_payment'])
    expect(row.tells).toEqual({ owner: null, sitter: null })
    expect(rowFor(event, 'manual')).toBe(transitions[event])
  })

  test.each([
    ['accept_change', 'apply_change', 'ask_change_payment'],
    ['tip', 'tip', 'ask_tip'],
  ] as const)(
    '%s requests payment first, and is applied at once if nothing is due',
    (event, done, requestEffect) => {
      expect(rowFor(event, 'stripe', 41_80).effects).toEqual([requestEffect])
      expect(rowFor(event, 'stripe', 0).effects).toEqual([done])
      expect(rowFor(event, 'manual', 41_80)).toBe(transitions[event])
    },
  )

  test('pay captures the payment, counts the promo code and ends the owner’s competing requests', () =>
    expect(rowFor('pay', 'stripe').effects).toEqual(['capture_payment', 'count_promo', 'end_siblings']))

  test('the owner can withdraw from a pending payment, which otherwise expires at its deadline', () => {
    const waiting: BookingFacts = { ...stay, status: 'awaiting_payment' }
    expect(events('owner', waiting, at('2026-12-02T09:59'))).toEqual(['withdraw'])
    expect(nextSystemEvent(waiting, settings)).toEqual({
      event: 'payment_expired',
      dueAt: stay.expiresAt,
    })
  })
})

describe('a card that is charged later', () => {
  const charge = {
    at: at('2026-12-10T10:00'),
    since: at('2026-12-01T10:00'),
    askedAt: null,
    remindedAt: null,
  }
  const cardSaved: BookingFacts = { ...stay, status: 'confirmed', charge }
  const charging: BookingFacts = { ...cardSaved, charge: { ...charge, askedAt: charge.at } }
  const reminded: BookingFacts = { ...cardSaved, charge: { ...charge, remindedAt: at('2026-12-07T10:00') } }

  test.each([
    ['is announced', cardSaved, 'remind_charge', '2026-12-07T10:00'],
    ['is charged', reminded, 'charge_card', '2026-12-10T10:00'],
    ['without an answer fails', charging, 'payment_failed', '2026-12-14T15:00'],
  ] as const)('%s automatically when due', (_, booking, event, dueAt) => {
    expect(nextSystemEvent(booking, settings)).toEqual({ event, dueAt: at(dueAt) })
    expect(dueEvent(booking, new Date(at(dueAt).getTime() - 1), settings)).toBeNull()
    expect(dueEvent(booking, at(dueAt), settings)?.event).toBe(event)
  })

  test('gets no reminder once the charge is due', () => {
    expect(dueEvent(cardSaved, charge.at, settings)?.event).toBe('charge_card')
    expect(dueEvent(cardSaved, at('2026-12-27T20:00'), settings)?.event).toBe('charge_card')
  })

  test('blocks the start until it is charged, and changes while the charge is in progress', () => {
    const late = at('2026-12-18T17:00')
    for (const booking of [cardSaved, charging]) {
      expect(events('sitter', booking, late)).toEqual([
        'cancel_by_sitter',
        ...(booking === cardSaved ? ['propose_change'] : []),
      ])
      expect(mayMove('auto_start', 'system', booking, late, settings)).toBe(false)
      expect(mayMove('auto_complete', 'system', booking, at('2026-12-28T00:00'), settings)).toBe(false)
    }
    const soon = at('2026-12-10T11:00')
    expect(events('owner', cardSaved, soon)).toEqual(['cancel', 'propose_change'])
    expect(events('owner', charging, soon)).toEqual(['cancel'])
    const change = { by: 'sitter', expiresAt: at('2026-12-12T10:00'), isAccepted: false } as const
    expect(events('owner', { ...cardSaved, change }, soon)).toContain('accept_change')
    expect(events('owner', { ...charging, change }, soon)).toEqual(['cancel', 'decline_change'])
  })

  test('needs no extra payment when a change is accepted', () => {
    expect(rowFor('accept_change', 'stripe', 0).effects).toEqual(['apply_change'])
    expect(rowFor('keep_card', 'stripe').effects).toEqual(['keep_charge', 'count_promo', 'end_siblings'])
    expect(rowFor('pay_charge', 'stripe').effects).toEqual(['capture_payment'])
  })
})
