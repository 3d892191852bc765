import { useState } from 'react'
import { viewingMinutes } from '#contract/staff/codes.ts'
import type { Person } from '#contract/staff/people.ts'
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import { publicConfig } from '#web/layout/start-app.ts'
import { Button } from '#web/ui/button.tsx'
import { beginViewing } from '#web/viewing/handoff.ts'

/** Asks why, and then shows the site in this tab as the person sees it. */
export function ViewButton({ person }: { person: Person }) {
  const [isAsking, setIsAsking] = useState(false)
  const { accountId, name, email, externalUserId: uid, emailVerified } = person
  const begin = async (reason: string) => {
    const { key, endsAt } = await api('POST /v1/admin/people/:accountId/view', {
      params: { accountId },
      body: { reason },
    })
    const { apiBaseUrl: apiBase, identity } = publicConfig()
    const apiKey = identity.mode === 'hosted' ? identity.firebase.apiKey : identity.apiKey
    const { idToken } = await import('#web/identity/session.ts')
    // A new token, because the pages cannot renew it.
    const token = (await idToken(true)) ?? ''
    await beginViewing({
      person: { accountId, name, uid, email, emailVerified: emailVerified ?? false },
      key,
      token,
      until: Date.parse(endsAt),
      apiKey,
      apiBase,
    })
  }
  return (
    <div>
      <Button onClick={() => setIsAsking(true)}>See the site as this person</Button>
      {isAsking && (
        <ReasonDialog
          title={`See the site as ${name}?`}
          label="Why do you look?"
          hint="We write this down, with your name and the person’s. The person is not told."
          confirmLabel="Look"
          sending="Opening…"
          danger={false}
          send={begin}
          done="You see the site as somebody else"
          onClose={() => setIsAsking(false)}
        >
          <p>
            For {viewingMinutes} minutes this tab shows what {name} sees, with their messages and bookings.
            You can change nothing. Sign-ins, codes of the home and copies of data stay hidden.
          </p>
        </ReasonDialog>
      )}
    </div>
  )
}
