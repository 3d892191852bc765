import { expect, test } from 'vitest'
import { parties, type Party, paymentModes } from '#contract/codes.ts'
import { entriesOf, keysOf } from '#contract/entries.ts'
import { wordsOf } from '#server/bookings/life/event-words.ts'
import { noticeKindOf } from '#server/bookings/life/notice-kind.ts'
import { rowFor } from '#server/bookings/life/rule.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import { isMailEvent, letterOf } from '#server/bookings/mails.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { olga } from '#test/cast.ts'

/** Sides that are not notified of an event, whatever its statuses, grouped by the reason. */
const silent: Record<string, readonly string[]> = {
  'whoever has done it sees at once that it is done': [
    'decline sitter',
    'offer sitter',
    'check_in sitter',
    'waive sitter',
    'tip owner',
    'pay_tip owner',
  ],
  'it is about the other side’s money or deadline alone': [
    'remind owner',
    'remind_charge sitter',
    'remind_change_payment sitter',
    'tip_payment_failed sitter',
    'remind_tip_payment sitter',
    'tip_payment_expired sitter',
    'card_expired sitter',
    'reopen_question sitter',
    'dispute_borne owner',
  ],
  'a step of the machine that changes nothing for anybody': [
    'swap_card owner',
    'swap_card sitter',
    'charge_card owner',
    'charge_card sitter',
    'release_payout owner',
    'release_payout sitter',
    'close owner',
    'close sitter',
    'dispute_escalated owner',
    'dispute_escalated sitter',
  ],
}

type EventNotice = { event: Event; to: Party; letter: ReturnType<typeof letterOf>; sentence: string | null }

async function collectNotices(): Promise<EventNotice[]> {
  const fixture = await bookingFixture()
  const record = await recordOf(fixture.db, (await fixture.request(olga, weekend(fixture))).id)
  const notices: EventNotice[] = []
  for (const event of keysOf(transitions)) {
    expect(isMailEvent(event), `mails.ts has no line for ${event}`).toBe(true)
    for (const mode of paymentModes)
      for (const [from, to] of entriesOf(transitions[event].to))
        for (const party of parties) {
          const step = { from_status: from === 'new' ? null : from, to_status: to, payload: {} }
          const { tells } = wordsOf(event, mode, step, 1)
          const letter = letterOf({ ...record, payment_mode: mode }, event, party, step, fixture.deps.site)
          notices.push({ event, to: party, letter, sentence: tells[party] })
          const isQueued = rowFor(event, mode).jobs.includes('bookings.notify')
          const name = `${event} from ${from} to ${party} with ${mode}`
          if (tells[party] === null) continue
          expect(isQueued, `${name} is not queued`).toBe(true)
          expect(letter, `${name} has no letter`).not.toBeNull()
          expect(noticeKindOf(event, party, record, now), `${name} has no kind`).not.toBeNull()
        }
  }
  return notices
}

test('Each booking event has a mail for each side, or is listed as silent with a reason', async () => {
  const notices = await collectNotices()
  const notified = new Set(notices.flatMap(({ event, to, letter }) => (letter ? [`${event} ${to}`] : [])))
  const all = new Set(notices.map(({ event, to }) => `${event} ${to}`))
  expect([...all].filter((name) => !notified.has(name)).toSorted()).toEqual(
    Object.values(silent).flat().toSorted(),
  )
  // More than 60 sentences, none with a gap or an unfilled placeholder.
  expect(notified.size).toBeGreaterThan(60)
  for (const { event, to, letter } of notices) {
    if (!letter) continue
    const words = JSON.stringify([
      letter.subject,
      letter.title,
      letter.paragraphs,
      letter.facts,
      letter.button,
    ])
    expect(words, `${event} to ${to}`).not.toMatch(/undefined|NaN|Invalid|\{\w+\}|""/)
    expect(letter.paragraphs.length, `${event} to ${to}`).toBeGreaterThan(0)
    expect(letter.button.url, `${event} to ${to}`).toMatch(/^http:\/\/localhost:3000\//)
    expect(letter.subject.length, `${event} to ${to}`).toBeLessThan(110)
  }
})
