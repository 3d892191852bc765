import { Icon } from '#web/ui/icon.tsx'
import type { User } from 'firebase/auth'
import { connect, disconnect } from '#web/identity/federated.ts'
import { ProviderMark } from '#web/identity/provider-mark.tsx'
import { hasMethod, mayDisconnect, passwordMethod, type Person } from '#web/identity/security/person.ts'
import { useProtectedForm } from '#web/identity/security/use-protected-form.tsx'
import { WindowOpen } from '#web/identity/window-open.tsx'
import { useConfig } from '#web/layout/use-config.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type SignInMethodsCardProps = { person: Person; onChanged: () => Promise<unknown> }

/** The sign-in methods of the account; the last one cannot be removed. */
export function SignInMethodsCard({ person, onChanged }: SignInMethodsCardProps) {
  const { pending, errors, attempt, run, dialog } = useProtectedForm(person)
  const offered = useConfig()?.identity.providers ?? []
  const formerMethods = person.methods.filter(
    ({ id }) => id !== passwordMethod && offered.every((provider) => provider.id !== id),
  )
  const providers = [...offered, ...formerMethods.map(({ id }) => ({ id, name: id }))]
  if (providers.length === 0) return null
  const chosen = providers.find(({ id }) => id === pending)

  const change: Change = (id, work, done, busy = id) =>
    void run(
      async (user) => {
        await work(user, id)
        await onChanged()
        const toast = await loadToast()
        toast.success(done)
      },
      { what: busy },
    )

  return (
    <Card as="section" aria-labelledby="ways-title" className="grid gap-5">
      <h2 id="ways-title" className="text-xl">
        Ways to sign in
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      {chosen && <WindowOpen name={chosen.name} />}
      <ul className="grid divide-y divide-line">
        {hasMethod(person, passwordMethod) && (
          <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0">
            <Icon name="mail" className="size-[1.125rem] text-ink-2" />
            <span className="grid min-w-0 flex-1">
              <span className="font-semibold">Password or a link by e-mail</span>
              <span className="text-sm wrap-anywhere text-ink-2">{person.email}</span>
            </span>
          </li>
        )}
        {providers.map((provider) => (
          <ProviderRow key={provider.id} {...{ provider, person, change }} disabled={pending !== false} />
        ))}
      </ul>
      {!mayDisconnect(person) && (
        <p className="text-sm text-ink-2">
          This is your only way in, so you cannot remove it. Add another one first.
        </p>
      )}
      {dialog}
    </Card>
  )
}

type Change = (
  id: string,
  work: (user: User, id: string) => Promise<void>,
  done: string,
  busy?: string,
) => void
type ProviderRowProps = {
  provider: { id: string; name: string }
  person: Person
  change: Change
  disabled: boolean
}

function ProviderRow({ provider: { id, name }, person, change, disabled }: ProviderRowProps) {
  const method = person.methods.find((one) => one.id === id)
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0">
      <ProviderMark id={id} />
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{name}</span>
        <span className="text-sm wrap-anywhere text-ink-2">
          {method ? `Connected${method.email ? ` as ${method.email}` : ''}` : 'Not connected'}
        </span>
      </span>
      {!method && (
        <Button
          size="small"
          disabled={disabled}
          onClick={() => change(id, connect, `You can sign in with ${name} now`)}
        >
          Connect<span className="sr-only"> {name}</span>
        </Button>
      )}
      {method && mayDisconnect(person) && (
        <Button
          size="small"
          disabled={disabled}
          onClick={() => change(id, disconnect, `${name} is disconnected`, 'disconnect')}
        >
          Disconnect<span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  )
}
