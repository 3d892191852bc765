import { showBookingMoney } from '#contract/ledger.ts'
import * as contract from '#contract/payments/disputes.ts'
import { send } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

/** The operator. */
export const ada = { ...eve, roles: ['operator'] }
export const reason = 'The sitter did all that was agreed, as the pictures show.'
export const evidence = 'Here are the messages and the report cards of both nights.'
export const dueBy = Date.parse('2027-01-10T12:00:00Z') / 1000
export const created = Date.parse('2026-12-20T08:00:00Z') / 1000

type Terms = Parameters<Awaited<ReturnType<typeof paymentFixture>>['peer']['openDispute']>[1]

/** Olga's paid weekend with Sam; each function advances it by one step. */
export async function disputeFixture() {
  const fixture = await paymentFixture()
  const { deps, peer } = fixture
  const booking = await fixture.request()
  await fixture.giveCard(booking)
  await fixture.act(sam, booking, 'accept')
  await fixture.work()
  const list = (query: object = { status: 'all' }) => send(deps, contract.listDisputes, ada, { query })
  const shown = async () => (await list()).items[0]!
  /** Sends the operator's decision without running the jobs that follow from it. */
  const decide = async (body: object) => {
    const { id, version } = await shown()
    const params = { disputeId: id }
    return send(deps, contract.moveDispute, ada, { params, body: { version, ...body } })
  }
  async function dispute(terms: Terms = {}) {
    const opened = peer.openDispute(fixture.lastIntent().id, { created, dueBy, ...terms })
    await fixture.hear()
    return opened
  }
  async function lose(id: string) {
    peer.closeDispute(id, 'lost')
    await fixture.hear()
  }
  return {
    ...fixture,
    booking,
    list,
    shown,
    /** Completes and settles the booking; with `withAccount`, pays Sam out. */
    async finish(withAccount: boolean) {
      if (withAccount) await fixture.giveAccount()
      await fixture.finish()
    },
    dispute,
    lose,
    /** Opens a dispute and loses it. */
    async lost(terms: Terms = {}) {
      const { id } = await dispute(terms)
      await lose(id)
      return id
    },
    /** The bank reverses the loss; the events arrive three times concurrently. */
    async takeBack(id: string, returned?: number) {
      peer.closeDispute(id, 'won', returned)
      await fixture.hearAtOnce(peer.events.splice(0), 3)
    },
    cancel: () => fixture.cancel(booking),
    decide,
    async move(body: object) {
      const moved = await decide(body)
      await fixture.work()
      return moved
    },
    /** The booking's money as shown to one party. */
    money: (viewer: typeof olga) =>
      send(deps, showBookingMoney, viewer, { params: { bookingId: booking.id } }),
    async histories() {
      const { timeline } = await fixture.now(booking)
      return timeline.map(({ event }) => event).filter((event) => event.startsWith('dispute_'))
    },
  }
}
