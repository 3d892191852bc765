import { useEffect, useState } from 'react'
import type { DeskMail } from '#contract/mails/mails.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { mailResult, mailStates } from '#web/admin/parts/mail-words.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'

/** Sends a test mail, and says what the mail server answers. */
export function TestMail({ address }: { address: string }) {
  const [to, setTo] = useState(address)
  const [mail, setMail] = useState<DeskMail | null>(null)
  const { pending, errors, attempt, run, errorFor } = useSaving()
  const send = () => run(async () => setMail(await api('POST /v1/admin/mails/test', { body: { to } })))
  return (
    <Card as="section" aria-labelledby="test-mail" className="grid gap-4">
      <h2 id="test-mail" className="text-xl">
        Test mail
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      <form
        noValidate
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,24rem)_auto] sm:justify-start"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <TextField
          name="to"
          label="Address for the test mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={to}
          maxLength={254}
          error={errorFor('to')}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" pending={pending && 'Sending…'}>
          Send a test mail
        </Button>
      </form>
      <div role="status">{mail && <Outcome key={mail.id} first={mail} />}</div>
    </Card>
  )
}

const pauseMilliseconds = 2_000
const readsBeforeLate = 10

/** What becomes of the mail, read again until the mail server has answered. */
function Outcome({ first }: { first: DeskMail }) {
  const [mail, setMail] = useState(first)
  const { id: mailId, to, state, answer } = mail
  const isAwaited = state === 'waiting' && answer === null
  const [reads, setReads] = useState(0)
  const isLate = isAwaited && reads >= readsBeforeLate
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => {
      api('GET /v1/admin/mails/:mailId', { params: { mailId } })
        .then(setMail)
        .catch(ignoreRequestError)
        .finally(() => setReads(reads + 1))
    }, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [isAwaited, mailId, reads])
  const { words, tone } = mailStates[state]
  return (
    <div className="grid justify-items-start gap-2">
      <p className="wrap-anywhere">
        <Badge tone={tone}>{words}</Badge>{' '}
        {`To ${to}. ${state === 'waiting' && !answer ? 'The mail server has not answered yet.' : mailResult(mail)}`}
      </p>
      {isLate && <p>It takes long. Does a worker of the site run?</p>}
    </div>
  )
}
