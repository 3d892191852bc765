import type { Booking } from '#contract/bookings/bookings.ts'
import * as contract from '#contract/bookings/case-desk.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { newKey, bookingFixture, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'

/** The operator. */
const ada = { ...eve, roles: ['operator'] }
export const words = 'He never opened the door, and the telephone was off.'
export const contacted = 'Called twice and wrote a message.'

/** Olga's confirmed weekend with Sam; Ada is the operator who decides. */
export async function caseFixture() {
  const fixture = await bookingFixture()
  const { deps, act, request, show } = fixture
  const booking = await act(sam, await request(olga, weekend(fixture)), 'accept')
  const clockTo = async (instant: string) => {
    deps.clock.set(new Date(instant))
    await runClock(deps)
    return show(olga, booking)
  }
  const desk = {
    list: (query: object = {}) => send(deps, contract.listCases, ada, { query }),
    show: (caseId: string) => send(deps, contract.showCase, ada, { params: { caseId } }),
    resolve: (caseId: string, body: object) =>
      send(deps, contract.resolveCase, ada, { params: { caseId }, body, idempotencyKey: newKey() }),
    cancel: (bookingId: string, body: object) =>
      send(deps, contract.cancelByOperator, ada, { params: { bookingId }, body, idempotencyKey: newKey() }),
    split: (bookingId: string, refund: number) =>
      send(deps, contract.previewSplit, ada, { params: { bookingId }, query: { refund: `${refund}` } }),
  }
  /** A completed stay with a case opened by Olga. */
  const disputed = async () => {
    deps.clock.set(new Date('2026-12-11T15:00:00Z'))
    const running = await act(sam, booking, 'check_in')
    deps.clock.set(new Date('2026-12-13T11:00:00Z'))
    const done = await act(sam, running, 'check_out')
    return act(olga, done, 'open_case', { kind: 'care', words, asked: 40_00 })
  }
  return { ...fixture, booking, clockTo, desk, disputed }
}

export const eventsOf = ({ actions }: Pick<Booking, 'actions'>) => actions.map(({ event }) => event)
