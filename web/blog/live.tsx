import { keysOf } from '#contract/entries.ts'
import type { PublicSettings } from '#contract/settings.ts'
import type { LivePart } from '#contract/staff/codes.ts'
import { formatMoney } from '#contract/words.ts'
import { LiveTable, type LiveRow } from '#web/blog/live-table.tsx'
import { formatPercent, plural } from '#web/format.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

const FeeCalculator = lazy(() => import('#web/blog/fee-calculator.tsx'))
const PolicyExample = lazy(() => import('#web/blog/policy-example.tsx'))

type Props = { settings: PublicSettings }

const share = (basisPoints: number) =>
  basisPoints % 100 === 0 ? formatPercent(basisPoints / 10_000) : `${basisPoints / 100} %`
const hours = (count: number) => plural(count, 'hour')
const days = (count: number) => plural(count, 'day')

function Fees({ settings: { settings, paymentMode } }: Props) {
  const { fees, currency, payments } = settings
  if (paymentMode === 'manual' && payments.manualFee === 'none')
    return <p>This site charges no service fees at the moment.</p>
  const rows: LiveRow[] = [
    [
      'Owner, first booking with a sitter',
      `${share(fees.ownerBasisPoints)} of the subtotal, at most ${formatMoney(fees.ownerCap, currency)}`,
    ],
    [
      'Owner, from the second booking of the same pair',
      `${share(fees.repeatOwnerBasisPoints)}, at most ${formatMoney(fees.ownerCap, currency)}`,
    ],
    ['Sitter, first booking with an owner', share(fees.sitterBasisPoints)],
    ['Sitter, from the second booking of the same pair', share(fees.repeatSitterBasisPoints)],
  ]
  return <LiveTable caption="Fees in force" head={['Who pays', 'Fee']} rows={rows} />
}

const policyNames = { flexible: 'Flexible', moderate: 'Moderate', strict: 'Strict' } as const

function Policies({ settings: { settings } }: Props) {
  const rows = keysOf(policyNames).map((name): LiveRow => {
    const { cutoffDays, cutoffHour, latePercent, lateWindowDays } = settings.policy[name]
    const hour = `${`${cutoffHour}`.padStart(2, '0')}:00`
    return [
      policyNames[name],
      `Full refund until ${hour} ${days(cutoffDays)} before the first day`,
      `${latePercent} % of the next ${plural(lateWindowDays, 'night')} back, later nights in full`,
    ]
  })
  rows.push([
    'Visits, walks and day care',
    `Full refund until ${hours(settings.policy.unitHours)} before each one starts, ${hours(settings.policy.seriesHours)} in a weekly series`,
    `${settings.policy.unitLatePercent} % back until it starts, nothing afterwards`,
  ])
  return (
    <LiveTable caption="Cancellation policies in force" head={['Policy', 'In time', 'Later']} rows={rows} />
  )
}

function Clocks({ settings: { settings } }: Props) {
  const rows: LiveRow[] = [
    [
      'A request stays open',
      `${hours(settings.request.ttlHours)}, at least ${hours(settings.request.minTtlHours)}, and expires one hour before the start`,
    ],
    ['A question stays open', `${days(settings.inquiry.ttlDays)}, or until its days begin`],
    [
      'A sitter’s offer stays open',
      `${hours(settings.offer.ttlHours)}, and expires ${hours(settings.offer.leadHours)} before the start`,
    ],
    [
      'After confirmation you may change your mind for free',
      `${hours(settings.policy.coolOffHours)}, when the start is at least ${hours(settings.policy.coolOffMinLeadHours)} away`,
    ],
    ['Check-in opens', `${hours(settings.checkIn.beforeHours)} before the start`],
    [
      'A stay starts automatically without check-in',
      `${hours(settings.stay.autoStartHours)} after its start`,
    ],
    [
      'A booking completes automatically without check-out',
      `${hours(settings.stay.autoCompleteHours)} after its end`,
    ],
    ['Reviews can be written', `${days(settings.review.windowDays)} after completion`],
    ['Bookings can be made ahead', days(settings.horizonDays)],
  ]
  return <LiveTable caption="Deadlines in force" head={['What', 'How long']} rows={rows} />
}

/** Text that depends on the payment mode. */
const byMode =
  (words: Record<PublicSettings['paymentMode'], string>) =>
  ({ settings: { paymentMode } }: Props) => <p>{words[paymentMode]}</p>

const live: Record<LivePart, (props: Props) => ReactNode> = {
  fees: Fees,
  'fee-example': ({ settings }) => <FeeCalculator settings={settings} />,
  'fee-calculator': ({ settings }) => <FeeCalculator settings={settings} />,
  policies: Policies,
  'policy-example': ({ settings }) => <PolicyExample settings={settings} />,
  clocks: Clocks,
  'holidays-link': () => (
    <p>
      <Link to={paths.holidays()}>The holidays of every country and region are listed here.</Link>
    </p>
  ),
  'payment-terms': byMode({
    manual:
      'Owners pay sitters directly, in cash or by bank transfer, on or before the first day unless they agree otherwise. They owe nothing until a request is accepted. This site keeps the accounts of the booking but does not hold, move or guarantee money. Each side owes the other what the booking shows, including refunds. Our own fees, if any, are invoiced monthly to the sitter, who receives them from the owner, and are payable by the day that the invoice names. Sitters should give a receipt for cash.',
    stripe:
      'Owners pay by card, through the payment provider Stripe. The amount is held when a request is sent and taken when the sitter accepts; for a booking that is months ahead the card is saved and charged about three months before the end. They owe nothing until a request is accepted. What the sitter has earned is paid out after the care, less our fee. Refunds go back to the card.',
  }),
  'owner-pays': byMode({
    manual:
      'When the two of you have agreed; a good moment is the handover. You pay the sitter directly, in cash or by bank transfer, and the booking keeps the record of what was agreed and what is to be returned. You owe nothing until the sitter has accepted.',
    stripe:
      'You give your card before your request goes out. The amount is held while the sitter thinks it over and taken once the sitter accepts; for a booking that is months ahead, the card is charged about three months before the end. You owe nothing until the sitter has accepted.',
  }),
  'sitter-paid': byMode({
    manual:
      'The owner pays you directly, in cash or by bank transfer, as the two of you agree; the handover is a good moment. The booking keeps the accounts for both of you: the price, the fee, and what is to be returned if something is cancelled.',
    stripe:
      'The owner pays by card when you accept. What you have earned is paid to your bank account after the care, through the payment provider Stripe, which asks you for your bank details and documents. The booking and your earnings show each amount and its day.',
  }),
  'refund-way': byMode({
    manual:
      'Owners pay sitters directly. The booking shows what is to be returned and by whom, and whoever holds the money returns it within 7 days, by bank transfer or as the two agree. What has not been paid yet is no longer due.',
    stripe:
      'What was paid by card goes back to the card. The booking shows the amount, and the card’s bank decides on which day it arrives. What has not been charged yet is no longer due.',
  }),
  'fee-way': byMode({
    manual:
      'Owners pay sitters directly, in cash or by bank transfer, as they agree between them. This site moves no money; it keeps the record: what was agreed, what is due, what is to be returned. The fees are either not charged, or invoiced to the sitter, who receives them from the owner, once a month for the bookings that ended in it; the table and your booking say which amount applies. Refunds that a booking shows as due are paid back by whoever holds the money.',
    stripe:
      'Owners pay by card, through the payment provider Stripe. The owner’s fee is part of the amount, and the sitter’s fee is taken off what is paid out. What is refunded goes back to the card.',
  }),
}

const isPart = (name: string): name is LivePart => Object.hasOwn(live, name)

/** Renders the live part that a document includes as `{{live:name}}`. */
export function Live({ name, settings }: { name: string; settings: PublicSettings }) {
  const Part = isPart(name) ? live[name] : undefined
  if (!Part) throw new Error(`There is no live part "${name}"`)
  return (
    <Suspense>
      <Part settings={settings} />
    </Suspense>
  )
}
