import { type FormEvent } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { useFormDraft } from '#web/accounts/use-form-draft.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

const minLength = 2

type CardProps = { booking: Booking; onReplied: (booking: Booking) => void }

/** Shows the sitter the note on their profile and accepts one public reply to it. */
export function LateCancellationCard({ booking, onReplied }: CardProps) {
  const { lateCancellation, role, sitter } = booking
  if (role !== 'sitter' || !lateCancellation) return null
  return (
    <Card as="section" aria-labelledby="note" className="grid gap-4">
      <h2 id="note" className="text-xl">
        The note on your profile
      </h2>
      <p className="max-w-measure">
        You cancelled close to the start. For twelve months{' '}
        <Link to={paths.sitter(sitter.id)} className="link">
          your profile
        </Link>{' '}
        mentions it, in neutral words and without names.
      </p>
      {lateCancellation.reply === null ? (
        <AnswerForm booking={booking} onReplied={onReplied} />
      ) : (
        <div className="max-w-measure border-l-2 border-green-line pl-4">
          <p className="text-sm font-semibold">Your answer, which everybody can read</p>
          <p className="whitespace-pre-line text-ink-2">{lateCancellation.reply}</p>
        </div>
      )}
    </Card>
  )
}

function AnswerForm({ booking: { id }, onReplied }: CardProps) {
  const { value: reply, change, clear } = useFormDraft(`late-cancellation.${id}`, () => ({ text: '' }))
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const text = reply.text.trim()
    if (text.length < minLength) {
      refuse([{ name: 'text', message: 'Write your answer' }])
      return
    }
    await run(async () => {
      const params = { bookingId: id }
      onReplied(await api('POST /v1/bookings/:bookingId/late-cancellation/reply', { params, body: { text } }))
      clear()
    })
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4 print:hidden">
      <ErrorSummary errors={errors} attempt={attempt} />
      <TextArea
        label="Would you like to reply to it?"
        name="text"
        hint="Everybody can read it below the note, and you cannot change it later."
        rows={2}
        maxLength={1000}
        value={reply.text}
        error={errorFor('text')}
        onChange={(event) => change({ text: event.target.value })}
      />
      <Button type="submit" pending={pending && 'Publishing…'} className="justify-self-start">
        Publish the answer
      </Button>
    </form>
  )
}
