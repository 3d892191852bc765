import { useState } from 'react'
import type { DeskMail } from '#contract/mails/mails.ts'
import { DecisionButton } from '#web/admin/parts/decision-dialog.tsx'
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import { plural } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'

const forTheRecord = 'For the record of what staff have done.'

/** Sends a mail again, or leaves one unsent that was given up. */
export function MailActs({ mail }: { mail: DeskMail }) {
  const [asking, setAsking] = useState<'resend' | 'leave' | null>(null)
  const { id: mailId, subject, to, state } = mail
  const onClose = () => setAsking(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" aria-label={`Send again: ${subject} to ${to}`} onClick={() => setAsking('resend')}>
        Send again
      </Button>
      {state === 'given_up' && (
        <Button
          size="small"
          aria-label={`Leave unsent: ${subject} to ${to}`}
          onClick={() => setAsking('leave')}
        >
          Leave unsent
        </Button>
      )}
      {asking === 'resend' && (
        <ReasonDialog
          title={`Send this mail to ${to} again?`}
          label="Why do you send it again?"
          hint={forTheRecord}
          confirmLabel="Send it again"
          sending="Sending…"
          danger={false}
          send={(reason) =>
            api('POST /v1/admin/mails/:mailId/resend', { params: { mailId }, body: { reason } })
          }
          done="The mail is sent again"
          onClose={onClose}
        >
          <p>It is tried for another day. Links in it may have ended since it was written.</p>
        </ReasonDialog>
      )}
      {asking === 'leave' && (
        <ReasonDialog
          title={`Leave this mail to ${to} unsent?`}
          label="Why do you leave it?"
          hint={forTheRecord}
          confirmLabel="Leave it unsent"
          sending="Saving…"
          danger={false}
          send={(reason) =>
            api('POST /v1/admin/mails/:mailId/leave', { params: { mailId }, body: { reason } })
          }
          done="The mail stays unsent"
          onClose={onClose}
        >
          <p>It no longer waits on the first page of the desk. You can still send it again.</p>
        </ReasonDialog>
      )}
    </div>
  )
}

/** Sends all mails again that were given up, for example after an outage of the mail server. */
export const ResendAll = ({ count }: { count: number }) => (
  <DecisionButton
    label="Send all again"
    renderDialog={(onClose) => (
      <ReasonDialog
        title={`Send ${plural(count, 'mail')} again?`}
        label="Why do you send them again?"
        hint={forTheRecord}
        confirmLabel="Send all again"
        sending="Sending…"
        danger={false}
        send={(reason) => api('POST /v1/admin/mails/resend', { body: { reason } })}
        done="The mails are sent again"
        onClose={onClose}
      >
        <p>
          Each is tried for another day, at most 1,000 at a time. Mails to addresses that do not exist will be
          refused again.
        </p>
      </ReasonDialog>
    )}
  />
)
