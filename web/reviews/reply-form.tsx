import { type FormEvent, useState } from 'react'
import type { Review } from '#contract/sitters/sitters.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

/** The single public reply to a review, possible for 30 days. */
export function ReplyForm({ review, onReplied }: { review: Review; onReplied: (review: Review) => void }) {
  const [text, setText] = useState('')
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const name = `reply-${review.id}`
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim().length < 2) {
      refuse([{ name, message: 'Write your answer' }])
      return
    }
    await run(async () => {
      onReplied(
        await api('POST /v1/reviews/:reviewId/reply', { params: { reviewId: review.id }, body: { text } }),
      )
    })
  }
  return (
    <details>
      <summary className="link w-fit py-2 text-sm">Answer this review</summary>
      <form noValidate onSubmit={(event) => void send(event)} className="mt-2 grid gap-3">
        <ErrorSummary errors={errors} attempt={attempt} />
        <TextArea
          label={`Your answer to ${review.by}`}
          name={name}
          hint="Everybody can read it, and it cannot be changed."
          rows={2}
          maxLength={1000}
          value={text}
          error={errorFor(name) ?? errorFor('text')}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" size="small" pending={pending && 'Sending…'} className="justify-self-start">
          Publish the answer
        </Button>
      </form>
    </details>
  )
}
