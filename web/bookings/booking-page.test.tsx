// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import BookingPage from '#web/bookings/booking-page.tsx'
import { booking, quote } from '#web/bookings/life/booking.fixture.ts'

beforeEach(() => void fakeServer())

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(loaded: Booking, path = '/') {
  const loaderData = { loaded }
  const Page = createRoutesStub([
    { id: 'booking', path: '/', Component: BookingPage, loader: () => loaderData },
  ])
  return render(<Page initialEntries={[path]} hydrationData={{ loaderData: { booking: loaderData } }} />)
}

const nothingThere = { type: '/problems/not-found', code: 'not-found', title: 'Nothing there', status: 404 }

/** Cards next to the booking make requests of their own, which this fake server answers with 404. */
const isOfBooking = ({ url }: Request) => /\/v1\/bookings(\/[\w-]+(\/card)?)?$/.test(new URL(url).pathname)

/** A fake server: returns the given responses to booking requests in order, and records the requests. */
function fakeServer(...answers: [status: number, body: unknown][]) {
  const requests: { method: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const headers = { 'content-type': 'application/json' }
    if (!isOfBooking(request)) return new Response(JSON.stringify(nothingThere), { status: 404, headers })
    const text = await request.text()
    requests.push({ method: request.method, body: text === '' ? null : JSON.parse(text) })
    const [status, body] = answers.shift()!
    return new Response(JSON.stringify(body), { status, headers })
  })
  return requests
}

const actionLabels = () =>
  screen
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter((label) => !/^(Print this booking|Add to calendar|Report .*|Show .* time)$/.test(label ?? ''))

const confirmed = (refund: number, previewHash: string, mode: Booking['payment']['mode'] = 'stripe') =>
  booking({
    status: 'confirmed',
    payment: { ...booking().payment, status: 'captured', mode },
    actions: [{ event: 'cancel', deadlineAt: null }],
    refundNow: {
      total: refund,
      services: refund,
      addOns: 0,
      ownerFee: 0,
      sitterKeeps: 0,
      rule: 'Before the cut-off everything is refunded.',
      previewHash,
    },
  })

test('offers exactly the actions the API allows', () => {
  show(
    booking({
      role: 'sitter',
      actions: [
        { event: 'accept', deadlineAt: '2030-05-02T12:00:00.000Z' },
        { event: 'decline', deadlineAt: null },
      ],
    }),
  )
  expect(actionLabels()).toEqual(['Accept booking', 'Decline'])
  cleanup()
  show(booking({ status: 'closed', actions: [] }))
  expect(actionLabels()).toEqual([])
})

test('the owner sees the total of the quote and the sitter sees the payout', () => {
  show(booking())
  expect(screen.getByText('You pay').parentElement?.textContent).toBe('You pay€99.00')
  cleanup()
  show(booking({ role: 'sitter', quote: { ...quote, sitterFee: 9_00, sitterPayout: 81_00 } }))
  expect(screen.getByText('You receive').parentElement?.textContent).toBe('You receive€81.00')
})

test('the cancel dialog shows the rule and the refund, with focus on the button that keeps the booking', async () => {
  show(confirmed(99_00, 'first'))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Before the cut-off everything is refunded.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Cancel and get €99.00 back' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Keep the booking')
})

test('with direct payment, the cancel dialog says what is no longer due, not that money comes back', async () => {
  const { payment, ...agreed } = confirmed(72_00, 'first', 'manual')
  show({ ...agreed, payment: { ...payment, paid: 99_00 } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('No longer due').parentElement?.textContent).toContain('€72.00')
  expect(
    dialog.getByText(
      'You pay Sam €27.00 in all. If you have already paid more, Sam returns the difference to you.',
    ),
  ).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Cancel the booking' })).toBeTruthy()
  expect(dialog.queryByText(/get.*back/)).toBeNull()
})

test('between friends, the cancel dialog does not speak of money', async () => {
  show({ ...confirmed(0, 'first', 'manual'), circle: true })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).not.toMatch(/€|owe|due|refund/)
  expect(within(dialog).getByRole('button', { name: 'Cancel the booking' })).toBeTruthy()
})

test('if the refund has changed, the dialog shows the new amount, asks again and keeps the reason', async () => {
  const problem = { type: '', code: 'refund-changed', title: 'The refund has changed', status: 422 }
  const requests = fakeServer([422, problem], [200, confirmed(45_00, 'second')])
  show(confirmed(99_00, 'first'))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }))
  fireEvent.change(await screen.findByLabelText(/Why are you cancelling/), {
    target: { value: 'Plans changed' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel and get €99.00 back' }))

  expect(await screen.findByText('The refund has changed')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel and get €45.00 back' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Why are you cancelling/).value).toBe('Plans changed')
  expect(requests[0]?.body).toMatchObject({ event: 'cancel', previewHash: 'first', reason: 'Plans changed' })
})

test('a stale booking is reloaded, and the page says that nothing was sent', async () => {
  const problem = { type: '', code: 'version-stale', title: 'Somebody changed this', status: 412 }
  const asRequested = booking({ role: 'sitter', actions: [{ event: 'accept', deadlineAt: null }] })
  fakeServer([412, problem], [200, { ...asRequested, status: 'withdrawn', actions: [], version: 2 }])
  show(asRequested)
  fireEvent.click(screen.getByRole('button', { name: 'Accept booking' }))
  expect(await screen.findByText(/changed in the meantime, so nothing was sent/)).toBeTruthy()
  expect(screen.getByText('Withdrawn')).toBeTruthy()
  expect(actionLabels()).toEqual([])
})

test('a request that was just sent is confirmed with its booking number', async () => {
  show(booking(), '/?sent=1')
  expect(await screen.findByText(/Your request to Sam has been sent. Its number is 100042/)).toBeTruthy()
})

const uncharged = (part: Partial<Booking> = {}) => {
  const before = confirmed(0, 'none')
  return booking({
    ...before,
    payment: {
      ...before.payment,
      mode: 'stripe',
      status: 'authorised',
      charge: { at: '2030-03-08T10:00:00.000Z', amount: 99_00, state: 'planned', swappable: true },
    },
    ...part,
  })
}

test('a booking charged later shows the date and that cancelling before it is free', async () => {
  show(uncharged())
  expect(screen.getAllByText('Your card will be charged €99.00 on Friday, 8 March 2030.')).toHaveLength(2)
  expect(
    screen.getByText(
      /You have not been charged yet: if you cancel before Friday, 8 March 2030, you pay nothing/,
    ),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Your card has not been charged; you pay nothing.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Cancel the booking' })).toBeTruthy()
  expect(dialog.queryByText(/get.*back/)).toBeNull()
})

test('the saved card can be replaced only if the API allows it', () => {
  const { payment } = uncharged()
  const { unmount } = show(uncharged())
  expect(screen.getByRole('button', { name: 'Use another card' })).toBeTruthy()
  unmount()
  show(uncharged({ payment: { ...payment, charge: { ...payment.charge!, swappable: false } } }))
  expect(screen.queryByRole('button', { name: 'Use another card' })).toBeNull()
})

/** Waits for responses to be read, which takes several turns of the event loop, while timers are frozen. */
const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  })
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

test('the history shows the new card as soon as the server has recorded it', async () => {
  const before = uncharged()
  const swap = { at: '2030-03-01T10:00:00.000Z', event: 'swap_card', by: 'system', detail: null } as const
  const after = { ...before, timeline: [...before.timeline, swap] }
  const requests = fakeServer(
    [200, { state: 'done', purpose: 'store', clientSecret: null }],
    [200, before],
    [200, after],
  )
  show(before)
  fireEvent.click(screen.getByRole('button', { name: 'Use another card' }))
  const give = await screen.findByRole('button', { name: 'Add another card' })
  stopClock()
  fireEvent.click(give)
  await settle()
  expect(screen.getByText(/Your new card is saved/)).toBeTruthy()
  expect(screen.queryByText('Card replaced')).toBeNull()
  vi.advanceTimersByTime(1_500)
  await settle()
  expect(screen.getByText('Card replaced')).toBeTruthy()
  vi.advanceTimersByTime(600_000)
  await settle()
  expect(requests.map(({ method }) => method)).toEqual(['PUT', 'GET', 'GET'])
  expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull()
})

test.each([
  [{ due: null }, 'Your payment is being processed', 'Your payment is still being processed'],
  [{ due: { amount: 99_00, now: false } }, 'Your card is being checked', 'Your card is still being checked'],
])('a slow payment is reported, with a button to check again: %o', async (part, first, later) => {
  const { payment } = uncharged()
  const waiting = uncharged({ status: 'awaiting_payment', payment: { ...payment, ...part, charge: null } })
  let looks = 0
  vi.stubGlobal('fetch', (_: unknown, init?: RequestInit) => {
    if (init?.method === 'PUT') return Promise.resolve(Response.json({ state: 'done', clientSecret: null }))
    looks += 1
    return Promise.resolve(Response.json(waiting))
  })
  // Loaded before rendering, so that the frozen timers do not depend on how long the import takes.
  await import('#web/bookings/pay/pay-card.tsx')
  stopClock()
  show(waiting)
  await settle()
  if (part.due) fireEvent.click(screen.getByRole('button', { name: 'Add a card' }))
  await settle()
  expect(screen.getByRole('status').textContent).toContain(first)
  expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull()
  for (let look = 0; look < 18; look += 1) {
    vi.advanceTimersByTime(60_000)
    await settle()
  }
  const looksBefore = looks
  expect(screen.getByRole('status').textContent).toContain(`${later}This is taking longer than usual.`)
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }))
  await settle()
  expect(looks).toBe(looksBefore + 1)
  expect(screen.getByRole('status').textContent).toContain(first)
})

test('a card declined on its charge date can be replaced, or the booking given up', async () => {
  const { payment } = uncharged()
  show(
    uncharged({
      status: 'awaiting_payment',
      payment: { ...payment, status: 'failed', due: { amount: 99_00, now: true }, charge: null },
      actions: [{ event: 'withdraw', deadlineAt: null }],
      timeline: [{ at: '2030-03-08T10:00:00.000Z', event: 'charge_card', by: 'system', detail: null }],
    }),
  )
  const card = within(await screen.findByRole('region', { name: 'Pay €99.00 with another card' }))
  expect(card.getByRole('button', { name: 'Use another card' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Give up the booking' }))
  expect(screen.getByRole('alertdialog', { name: 'Give up the booking?' })).toBeTruthy()
})

test('the sitter sees that the card is saved and when it is charged, and receives nothing on cancelling', async () => {
  show(
    uncharged({
      role: 'sitter',
      quote: { ...quote, sitterFee: 9_00, sitterPayout: 81_00 },
      actions: [{ event: 'cancel_by_sitter', deadlineAt: null }],
      refundIfSitterCancels: confirmed(0, 'none').refundNow,
    }),
  )
  expect(
    screen.getAllByText('Olga’s card is saved and will be charged on Friday, 8 March 2030.'),
  ).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }))
  expect(await screen.findByText('Olga’s card has not been charged; Olga pays nothing.')).toBeTruthy()
})

test('an accepted booking says that nothing is charged until payment, not until acceptance', async () => {
  const { payment } = uncharged()
  show(uncharged({ status: 'awaiting_payment', payment: { ...payment, charge: null } }))
  const price = within(await screen.findByRole('region', { name: 'Price' }))
  expect(price.getByText('Nothing is charged until you pay.')).toBeTruthy()
})

test.each([
  ['awaiting_card', 'Add your card to send the request', 'if Sam accepts'],
  ['awaiting_payment', 'Add your card to confirm', 'Sam keeps the days for you until your card is checked'],
] as const)('a booking in %s asks for a card and shows the charge date', async (status, title, why) => {
  const { payment } = uncharged()
  const charge = { ...payment.charge!, state: 'expected' } as const
  show(uncharged({ status, payment: { ...payment, due: { amount: 99_00, now: false }, charge } }))
  const card = within(await screen.findByRole('region', { name: title }))
  expect(card.getByText(/€99.00 is charged on Friday, 8 March 2030/).textContent).toContain(why)
  expect(card.getByRole('button', { name: 'Add a card' })).toBeTruthy()
})

const someCase: Booking['cases'][number] = {
  id: '0e000000-0000-7000-8000-000000000001',
  kind: 'care',
  status: 'awaiting_party',
  openedBy: 'sitter',
  openedAt: '2030-06-04T12:00:00.000Z',
  visitAt: null,
  words: 'There were two dogs instead of one.',
  photos: [],
  contacted: null,
  asked: null,
  holds: true,
  answerBy: '2030-06-06T12:00:00.000Z',
  decideBy: '2030-06-07T12:00:00.000Z',
  answer: null,
  answerPhotos: [],
  answeredAt: null,
  refund: null,
  statement: null,
  resolvedBy: null,
  resolvedAt: null,
  appeal: null,
  appealPhotos: [],
  appealedBy: null,
  appealedAt: null,
}

test('the next step is shown at the top, above the case that it refers to', async () => {
  const { id: caseId, answerBy } = someCase
  const actions = [{ event: 'answer_case', deadlineAt: answerBy, caseId }] as const
  show(booking({ status: 'completed', cases: [someCase], actions: [...actions] }))
  const card = await screen.findByRole('region', { name: 'Case: the care was not as agreed' })
  const line = screen.getByText(/^Answer the case by/)
  expect(line.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const next = within(screen.getByRole('region', { name: 'What is next' }))
  fireEvent.click(next.getByRole('button', { name: 'Answer the case' }))
  expect(await screen.findByRole('alertdialog', { name: 'Answer the case' })).toBeTruthy()
  expect(within(card).queryByRole('button')).toBeNull()
})

test('a stay whose planned start has passed is not announced as upcoming', () => {
  const before = '2020-06-01T14:00:00.000Z'
  show(booking({ status: 'confirmed', startsAt: before, endsAt: '2020-06-04T10:00:00.000Z', actions: [] }))
  expect(screen.getByText(/^Was to begin/).textContent).not.toContain('now over')
  expect(screen.queryByText('Begins')).toBeNull()
  expect(screen.queryByText(/^Drop-off is on/)).toBeNull()
})

test('an owner can confirm the end of a stay that the sitter has not checked out', async () => {
  const running = booking({
    status: 'in_progress',
    actions: [{ event: 'check_out', deadlineAt: '2030-06-05T10:00:00.000Z' }],
  })
  const requests = fakeServer([200, { ...running, status: 'completed', actions: [] }])
  show(running)
  fireEvent.click(screen.getByRole('button', { name: 'Confirm the end' }))
  const dialog = within(screen.getByRole('alertdialog', { name: 'Has Sam finished looking after Rex?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm the end' }))
  expect(await screen.findByText('Completed')).toBeTruthy()
  expect(requests[0]?.body).toMatchObject({ event: 'check_out' })
})

test('the no-show report shows the hours to answer that were agreed with the booking', async () => {
  const caseTerms = { reportHours: 6, decideWorkingDays: 1, holdHours: 24 }
  const actions = [{ event: 'report_no_show', deadlineAt: null }] as const
  show(booking({ status: 'confirmed', caseTerms, actions: [...actions] }))
  fireEvent.click(screen.getByRole('button', { name: 'Nobody is there' }))
  expect(await screen.findByText(/Sam has 6 hours to answer/)).toBeTruthy()
})

test('a sitter can offer new dates from an earlier booking, choosing the days before the price', async () => {
  // Loaded before rendering, because its date fields may take longer to load than the test waits.
  await import('#web/bookings/begin/offer-again-dialog.tsx')
  show(booking({ role: 'sitter', status: 'completed', actions: [], offerable: true }))
  expect(actionLabels()).toEqual(['Offer new dates'])
  fireEvent.click(screen.getByRole('button', { name: 'Offer new dates' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Offer Olga new dates' }))
  dialog.getByText(/The same service for Rex, without extras/)
  dialog.getByText('Choose the days to see the price.')
  fireEvent.click(dialog.getByRole('button', { name: 'Send the offer' }))
  expect(dialog.getAllByText('Choose the days and wait for the price').length).toBeGreaterThan(0)
})

test('an unsolicited offer is labelled as such for both sides and shows the owner the price', async () => {
  const offer = { before: null, discount: 0, note: 'I am free again.' }
  show(booking({ status: 'offered', offer, actions: [{ event: 'accept_offer', deadlineAt: null }] }))
  const words = await screen.findByText(/Sam offers you these days without a request/)
  expect(words.textContent).toContain('You pay €99.00')
  expect(screen.getByRole('link', { name: 'Care sheet of Rex' })).toBeTruthy()
  cleanup()
  show(booking({ role: 'sitter', status: 'offered', offer, actions: [] }))
  await screen.findByText(/You offered these days without a request/)
  expect(screen.queryByRole('link', { name: 'Care sheet of Rex' })).toBeNull()
})
