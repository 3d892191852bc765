import { expect, test } from 'vitest'
import { contactKinds } from '#web/messages/contact-data.ts'

test.each<[text: string, kinds: string[]]>([
  ['Write to ines.silva+cats@example.co.uk please', ['email']],
  ['ines (at) example (dot) org', ['email']],
  ['My number is +351 912 345 678.', ['phone']],
  ['Call 0044 20 7946 0958', ['phone']],
  ['912345678', ['phone']],
  ['912-345-678 after six', ['phone']],
  ['(020) 7946 0958', ['phone']],
  ['Are you on WhatsApp?', ['messenger']],
  ['https://wa.me/351912345678', ['phone', 'messenger']],
  ['t.me/ines', ['messenger']],
  ['I could pay you in cash', ['payment']],
  ['Please pay me in cash', ['payment']],
  ['Shall we do it without the fees?', ['payment']],
  ['My IBAN is PT50 0002 0123 1234 5678 9015 4', ['payment']],
  ['PayPal me at ines@example.org', ['payment', 'email']],
])('"%s" is detected as %j', (text, kinds) => {
  expect(contactKinds(text)).toEqual(kinds)
})

test.each([
  'Rex weighs 22 kg and eats at 7:30 and 18:00.',
  'From 18.12.2026 to 26.12.2026, drop-off at 15:00.',
  '2026-12-18 until 2026-12-26 would suit us.',
  'Between 08:00 - 09:30 is best.',
  'The chip ends in 4711, the vet is at 12 Rua Augusta.',
  'Booking SW-2026-000123 is the one I mean.',
  'The line for the bus is long, and a signal is weak here.',
  'The fee was 1.234,50 euros last year.',
  'Pay attention to the gate, please.',
  'We meet @ the park at five.',
])('"%s" is not detected as contact data', (text) => {
  expect(contactKinds(text)).toEqual([])
})
