import { expect } from '@playwright/test'
import type { StripePeer } from '#test/stripe-peer.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { as } from './people.ts'
import { accept, readAs, twoPeople } from './stay.ts'
import { beginInHours, inDatabase, runClockJob } from './time.ts'

/** A confirmed stay so far ahead that the card is only saved first; `card` is the test card. */
export async function farAhead(peer: StripePeer, card: string) {
  const people = await twoPeople(150)
  const { olga, sam, booking } = people
  const open = () => as(olga).put(`/v1/bookings/${booking.id}/payment`, {})
  await open()
  peer.calls['POST setup_intents/:id/confirm']!({ payment_method: card }, peer.all('setup_intent').at(-1)!.id)
  await open()
  await expect.poll(async () => (await readAs(olga, booking)).status).toBe('requested')
  await accept(sam, await readAs(sam, booking))
  await expect.poll(async () => (await readAs(olga, booking)).status).toBe('confirmed')
  return people
}

/** Moves the stay to 80 days ahead and makes its charge due; the payout is then within the provider's 90 days. */
export async function chargeNow({ id }: Booking): Promise<void> {
  await beginInHours(id, 80 * 24)
  await inDatabase((client) =>
    client.query('update booking set charge_at = now(), due_at = now() where id = $1', [id]),
  )
  await runClockJob()
}
