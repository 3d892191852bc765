import type { User } from 'firebase/auth'
import { signInWith } from '#web/identity/federated.ts'
import { ProviderMark } from '#web/identity/provider-mark.tsx'
import type { IdentityForm } from '#web/identity/use-identity-form.ts'
import { WindowOpen } from '#web/identity/window-open.tsx'
import { useConfig } from '#web/layout/use-config.ts'
import { Button } from '#web/ui/button.tsx'

type ProviderButtonsProps = {
  form: Pick<IdentityForm, 'pending' | 'run'>
  disabled: boolean
  onUser: (user: User) => Promise<unknown>
}

/** Buttons for the external sign-in providers. */
export default function ProviderButtons({ form, disabled, onUser }: ProviderButtonsProps) {
  const providers = useConfig()?.identity.providers ?? []
  const chosen = providers.find(({ id }) => id === form.pending)
  if (chosen) return <WindowOpen name={chosen.name} />
  return (
    <div className="grid gap-3">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          wide
          icon={<ProviderMark id={id} />}
          disabled={disabled || form.pending !== false}
          onClick={() => void form.run(async () => onUser(await signInWith(id)), id)}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  )
}
