import type { PublicSettings } from '#contract/settings.ts'
import { LiveTable, type LiveRow } from '#web/blog/live-table.tsx'
import { formatMoney, formatPercent, plural } from '#web/format.ts'
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
  const rows = (Object.keys(policyNames) as (keyof typeof policyNames)[]).map((name): LiveRow => {
    const { cutoffDays, cutoffHour, latePercent, lateWindowDays } = settings.policy[name]
    const hour = `${`${cutoffHour}`.padStart(2, '0')}:00`
    return [
      policyNames[name],
      `Everything back until ${hour} ${days(cutoffDays)} before the first day`,
      `${latePercent} % of the next ${plural(lateWindowDays, 'night')} back, later nights in full`,
    ]
  })
  rows.push([
    'Visits, walks and day care',
    `Everything back until ${hours(settings.policy.unitHours)} before each one starts, ${hours(settings.policy.seriesHours)} in a weekly series`,
    `${settings.policy.unitLatePercent} % back until it starts, nothing afterwards`,
  ])
  return (
    <LiveTable caption="Cancellation policies in force" head={['Policy', 'In time', 'Later']} rows={rows} />
  )
}

function Clocks({ settings: { settings } }: Props) {
  const rows: LiveRow[] = [
    [
      'A request waits for the sitter’s answer',
      `${hours(settings.request.ttlHours)}, at least ${hours(settings.request.minTtlHours)}, and ends one hour before the start`,
    ],
    ['A question stays open', `${days(settings.inquiry.ttlDays)}, or until its days begin`],
    [
      'An offer of the sitter stands',
      `${hours(settings.offer.ttlHours)}, and ends ${hours(settings.offer.leadHours)} before the start`,
    ],
    [
      'After confirmation you may change your mind for free',
      `${hours(settings.policy.coolOffHours)}, when the start is at least ${hours(settings.policy.coolOffMinLeadHours)} away`,
    ],
    ['Check-in opens', `${hours(settings.checkIn.beforeHours)} before the start`],
    ['A stay starts by itself without check-in', `${hours(settings.stay.autoStartHours)} after its start`],
    [
      'A booking completes by itself without check-out',
      `${hours(settings.stay.autoCompleteHours)} after its end`,
    ],
    ['Reviews can be written', `${days(settings.review.windowDays)} after completion`],
    ['Bookings can be made ahead', days(settings.horizonDays)],
  ]
  return <LiveTable caption="Deadlines in force" head={['What', 'How long']} rows={rows} />
}

const retention: LiveRow[] = [
  ['Account and profile', 'Until you erase them; 14 days to undo, then anonymised'],
  ['Bookings and amounts', 'Up to ten years where tax law asks for it'],
  ['Telephone numbers', 'Shown to the other side only from confirmation to the end of a booking'],
  ['Reviews', 'Stay, under “former member” once the account is erased'],
]

const live: Record<string, (props: Props) => ReactNode> = {
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
  retention: () => (
    <LiveTable caption="How long data are kept" head={['Data', 'How long']} rows={retention} />
  ),
}

/** The live part of a text that its author named `{{live:name}}`. */
export function Live({ name, settings }: { name: string; settings: PublicSettings }) {
  const Part = live[name]
  if (!Part) throw new Error(`There is no live part "${name}"`)
  return (
    <Suspense>
      <Part settings={settings} />
    </Suspense>
  )
}
