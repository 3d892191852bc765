import { useState } from 'react'
import type { Person } from '#contract/staff/people.ts'
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'

type Act = 'sign-out' | 'reset'

/** Signs the person out on all devices, or makes them choose a new password as well, after asking why. */
export function SecureButtons({ person }: { person: Person }) {
  const [asking, setAsking] = useState<Act | null>(null)
  const onClose = () => setAsking(null)
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setAsking('sign-out')}>Sign out on all devices</Button>
      <Button onClick={() => setAsking('reset')}>Force a new password</Button>
      {asking === 'sign-out' && <SignOutDialog person={person} onClose={onClose} />}
      {asking === 'reset' && <ResetDialog person={person} onClose={onClose} />}
    </div>
  )
}

type DialogProps = { person: Person; onClose: () => void }

const SignOutDialog = ({ person: { accountId, name }, onClose }: DialogProps) => (
  <ReasonDialog
    title={`Sign ${name} out on all devices?`}
    label="Why do you sign them out?"
    confirmLabel="Sign out"
    sending="Signing out…"
    send={(reason) =>
      api('POST /v1/admin/people/:accountId/end-sessions', { params: { accountId }, body: { reason } })
    }
    done={`${name} is signed out on all devices`}
    onClose={onClose}
  >
    <p>Links that we sent for signing in no longer work. The person can sign in again at once.</p>
  </ReasonDialog>
)

const ResetDialog = ({ person: { accountId, name }, onClose }: DialogProps) => (
  <ReasonDialog
    title={`Force a new password for ${name}?`}
    label="Why do they need a new password?"
    confirmLabel="Remove the password"
    sending="Removing…"
    send={(reason) =>
      api('POST /v1/admin/people/:accountId/reset-password', { params: { accountId }, body: { reason } })
    }
    done={`${name} has to choose a new password`}
    onClose={onClose}
  >
    <p>
      The password no longer signs in, and all devices are signed out. The person gets an e-mail that leads
      them to a new password. Other services that they have connected still sign them in.
    </p>
  </ReasonDialog>
)
