import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { PromoCode } from '#contract/bookings/promo-codes.ts'
import { formatMoney } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { asOperator } from '#web/admin/operator.ts'
import { PromoForm } from '#web/admin/parts/promo-form.tsx'
import { api } from '#web/api.ts'
import { formatDatedInstant } from '#web/admin/parts/dated.ts'
import { formatDay, plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import type { Route } from './+types/promo-codes-page.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  asOperator(request, () => api('GET /v1/admin/promo-codes', {}))
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Promo codes',
  description: 'Codes that make a booking cheaper, and how much of each has been used.',
  path: paths.promoCodes(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the codes" blocks={['h-64']} />

export default function PromoCodesPage({ loaderData: { currency, items } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1>Promo codes</h1>
      <PromoForm currency={currency} onMade={() => revalidate()} />
      {items.length === 0 ? (
        <Card>
          <EmptyState title="There is no code yet">
            Create one above. Owners enter it when they check their request.
          </EmptyState>
        </Card>
      ) : (
        <section aria-labelledby="codes" className="grid gap-4">
          <h2 id="codes" className="text-xl">
            {plural(items.length, 'code')}, the newest first
          </h2>
          <ul className="grid gap-4">
            {items.map((promo) => (
              <Code key={promo.id} promo={promo} onEnded={() => revalidate()} />
            ))}
          </ul>
        </section>
      )}
    </main>
  )
}

const daysOf = ({ fromOn, untilOn }: PromoCode): string =>
  [fromOn && `from ${formatDay(fromOn, 'long')}`, untilOn && `until ${formatDay(untilOn, 'long')}`]
    .filter(Boolean)
    .join(' ') || 'on any day'

const takesOf = ({ percent, amount, currency }: PromoCode): string =>
  percent === null ? formatMoney(amount ?? 0, currency) : `${percent}% of the price`

function Code({ promo, onEnded }: { promo: PromoCode; onEnded: () => Promise<void> }) {
  const zone = useViewerZone()
  const { code, currency, paidBy, budget, used, reserved, endedAt, note, usesPerOwner } = promo
  const money = (amount: number) => formatMoney(amount, currency)
  const taken = used.amount + reserved.amount
  const usedText = `Used: ${money(used.amount)} in ${plural(used.count, 'booking')}. Reserved: ${money(reserved.amount)} for ${plural(reserved.count, 'open request')}.`
  return (
    <Card as="li" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="figures text-lg break-all">{code}</h3>
        {endedAt ? (
          <Badge>Ended {formatDatedInstant(endedAt, zone)}</Badge>
        ) : (
          <Badge tone="green">In use</Badge>
        )}
        {!endedAt && <EndCode promo={promo} onEnded={onEnded} />}
      </div>
      <p>
        {`Takes ${takesOf(promo)} off, paid by ${paidBy === 'platform' ? 'the site' : 'the sitter'}. Valid ${daysOf(promo)}, ${usesPerOwner === 1 ? 'once' : `${usesPerOwner} times`} by each owner${promo.firstBookingOnly ? ', for the first booking only' : ''}.`}
      </p>
      {budget === null ? (
        <p className="figures text-sm text-ink-2">{`${usedText} There is no budget.`}</p>
      ) : (
        <div className="grid gap-1.5">
          <Meter
            label="Budget"
            value={taken}
            max={budget}
            text={`${money(budget - taken)} left of ${money(budget)}`}
          />
          <p className="figures text-sm text-ink-2">{usedText}</p>
        </div>
      )}
      {note && <p className="text-sm text-ink-2">{note}</p>}
    </Card>
  )
}

/** Ends a code: new requests can no longer use it, while bookings that already have it keep it. */
function EndCode({ promo: { id, code }, onEnded }: { promo: PromoCode; onEnded: () => Promise<void> }) {
  const [asking, setAsking] = useState(false)
  const { pending, errors, attempt, run } = useSaving()
  const end = async () => {
    const done = await run(() =>
      api('POST /v1/admin/promo-codes/:promoId/end', { params: { promoId: id }, body: {} }),
    )
    if (!done) return
    setAsking(false)
    await onEnded()
    const toast = await loadToast()
    toast.success(`${code} has ended`)
  }
  return (
    <>
      <Button size="small" aria-label={`End ${code}`} className="ml-auto" onClick={() => setAsking(true)}>
        End
      </Button>
      {asking && (
        <AlertDialog
          open
          onClose={() => setAsking(false)}
          title={`End the code ${code}?`}
          safeLabel="Leave it in use"
          confirmLabel="End it"
          pending={pending && 'Ending…'}
          onConfirm={() => void end()}
        >
          <div className="grid gap-4">
            <ErrorSummary errors={errors} attempt={attempt} />
            <p>No request can use it from now on. Requests and bookings that have it keep it.</p>
          </div>
        </AlertDialog>
      )}
    </>
  )
}
