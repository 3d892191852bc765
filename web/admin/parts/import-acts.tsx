import { useState } from 'react'
import type { Import } from '#contract/staff/imports.ts'
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import { plural } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'

type Act = 'run' | 'invite' | 'undo'

/** What can be done with an import in its state. */
const actsOf = ({ state, kind, accepted, done, invited, counts }: Import): Act[] => [
  ...(state === 'checked' && counts.create + counts.change > 0 ? ['run' as const] : []),
  ...(state === 'done' && kind === 'sitters' && invited + accepted < done ? ['invite' as const] : []),
  ...(state !== 'undone' && accepted === 0 ? ['undo' as const] : []),
]

const labels: Record<Act, string> = { run: 'Import…', invite: 'Invite the sitters…', undo: 'Undo…' }

export function ImportActs({ one }: { one: Import }) {
  const [doing, setDoing] = useState<Act | null>(null)
  const close = () => setDoing(null)
  return (
    <>
      {actsOf(one).map((act) => (
        <Button key={act} kind={act === 'undo' ? 'secondary' : 'primary'} onClick={() => setDoing(act)}>
          {labels[act]}
        </Button>
      ))}
      {doing && <ActDialog act={doing} one={one} onClose={close} />}
    </>
  )
}

function ActDialog({ act, one, onClose }: { act: Act; one: Import; onClose: () => void }) {
  const sent = (reason: string) => ({ params: { importId: one.id }, body: { reason } })
  const due = one.counts.create + one.counts.change
  const asked = { label: 'Why do you do this?', hint: 'Only staff read these words.', onClose }
  if (act === 'run')
    return (
      <ReasonDialog
        {...asked}
        title="Import these rows?"
        confirmLabel="Import"
        sending="Starting…"
        danger={false}
        send={(reason) => api('POST /v1/admin/imports/:importId/run', sent(reason))}
        done="The import has started"
      >
        {`${plural(due, 'row')} will be imported. Nobody is notified, and nothing becomes public yet.`}
      </ReasonDialog>
    )
  if (act === 'invite')
    return (
      <ReasonDialog
        {...asked}
        title="Invite the sitters by mail?"
        confirmLabel="Send the invitations"
        sending="Sending…"
        danger={false}
        send={(reason) => api('POST /v1/admin/imports/:importId/invite', sent(reason))}
        done="The invitations are on their way"
      >
        {`${plural(one.done - one.invited - one.accepted, 'person', 'people')} will get one e-mail each. Make sure that they expect it.`}
      </ReasonDialog>
    )
  return (
    <ReasonDialog
      {...asked}
      title="Undo the import?"
      confirmLabel="Undo"
      sending="Undoing…"
      send={(reason) => api('POST /v1/admin/imports/:importId/undo', sent(reason))}
      done="The import has been undone"
    >
      The profiles and days from this file are deleted. Earlier rows that it replaced are not restored.
    </ReasonDialog>
  )
}
