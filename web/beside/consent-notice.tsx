import { useState } from 'react'
import { Link } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import { accountStore } from '#web/accounts/account-store.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

/** Asks for the consent to legal texts that have changed; put off, it comes back with the next page load. */
export default function ConsentNotice({ account }: { account: Account }) {
  const { id: accountId, consentsDue } = account
  const [isPutOff, setPutOff] = useState(false)
  const { pending, errors, attempt, run } = useSaving()
  if (isPutOff || consentsDue.length === 0) return null
  const agree = () =>
    run(async () => {
      const consents = consentsDue.map(({ slug, version }) => ({ slug, version }))
      const left = await api('POST /v1/accounts/:accountId/consents', {
        params: { accountId },
        body: { consents },
      })
      accountStore.setState(({ account: now }) => ({ account: now && { ...now, ...left } }))
    })
  return (
    <section
      aria-label="Changed texts"
      className="fixed inset-x-4 bottom-20 z-40 mx-auto grid max-h-[70dvh] max-w-[36rem] gap-3 overflow-y-auto rounded-card border bg-card p-5 shadow-card md:bottom-6"
    >
      <p>
        Our terms have changed. Please read them. Until you agree, you cannot send requests, ask sitters or
        publish a profile; everything that has begun goes on.
      </p>
      <ul className="grid gap-1">
        {consentsDue.map(({ slug, title }) => (
          <li key={slug}>
            <Link className="link" to={`/legal/${slug}`}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" pending={pending && 'Saving…'} onClick={() => void agree()}>
          I agree
        </Button>
        <Button onClick={() => setPutOff(true)}>Later</Button>
      </div>
    </section>
  )
}
