import { useEffect, useState } from 'react'
import type { PayoutAccount } from '#contract/payments/payments.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

type State = PayoutAccount['state']

const words: Record<State, { title: string; text: string; button: string | null }> = {
  none: {
    title: 'Set up your payouts',
    text: 'Stripe pays out your earnings. On a page of its own, it asks who you are and which bank account is yours; we do not see your answers. Until then your earnings are held for you.',
    button: 'Set up payouts',
  },
  started: {
    title: 'Finish setting up your payouts',
    text: 'Stripe still needs some answers from you before it can pay you. Your earnings are held for you.',
    button: 'Continue at Stripe',
  },
  checking: {
    title: 'Stripe is checking your answers',
    text: 'This often takes minutes, sometimes days. Your earnings are held for you; if Stripe needs more, you see it there.',
    button: 'Open Stripe',
  },
  ready: {
    title: 'Your payouts are set up',
    text: 'Stripe pays your earnings out to your bank account.',
    button: null,
  },
}

/** Whether a sitter can receive payouts, with a link to Stripe's onboarding. */
export default function PayoutCard({ accountId }: { accountId: string }) {
  const [state, setState] = useState<State | { failed: string } | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    api('GET /v1/accounts/:accountId/payout-account', { params: { accountId } }, { signal }).then(
      (account) => setState(account.state),
      (error: unknown) => {
        if (signal.aborted) return
        if (!(error instanceof ApiProblem || error instanceof NetworkProblem)) throw error
        setState({ failed: error.message })
      },
    )
    return () => leaving.abort()
  }, [accountId])

  const open = () =>
    run(async () => {
      const sent = { params: { accountId }, body: {} }
      const { url } = await api('PUT /v1/accounts/:accountId/payout-account', sent)
      window.location.assign(url)
    })
  if (!state)
    return (
      <Loading label="Loading how you are paid out">
        <Skeleton className="h-32 rounded-card" />
      </Loading>
    )
  if (typeof state === 'object') return <p className="text-ink-2">{state.failed}</p>
  const { title, text, button } = words[state]
  return (
    <Card as="section" aria-labelledby="payouts" className="grid gap-3">
      <h2 id="payouts" className="text-xl">
        {title}
      </h2>
      <p className="max-w-measure text-ink-2">{text}</p>
      <ErrorSummary errors={errors} attempt={attempt} />
      {button && (
        <Button
          kind="primary"
          className="justify-self-start"
          pending={pending && 'Opening Stripe…'}
          onClick={() => void open()}
        >
          {button}
        </Button>
      )}
    </Card>
  )
}
