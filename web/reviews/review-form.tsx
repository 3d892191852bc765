import { type FormEvent, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { Party } from '#contract/codes.ts'
import type { Photo } from '#contract/files/files.ts'
import { useFormDraft } from '#web/accounts/use-form-draft.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { PhotoField } from '#web/files/photo-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { RatingInput } from '#web/ui/rating.tsx'

const minLength = 20

/** The aspects that each side can rate. */
const aspects = {
  owner: {
    communication: 'Communication',
    care: 'Care',
    home: 'Home and cleanliness',
    asDescribed: 'As described',
  },
  sitter: {
    communication: 'Communication',
    asDescribed: 'Pet as described',
    instructions: 'Instructions',
    punctuality: 'Punctuality',
  },
} satisfies Record<Party, Record<string, string>>

type Entered = {
  overall: number
  ratings: Record<string, number>
  text: string
  privateNote: string
  photos?: Photo[]
}
const blank = (): Entered => ({ overall: 0, ratings: {}, text: '', privateNote: '', photos: [] })

/** The review while it is being written, kept in this browser until it is sent. */
function useReview(bookingId: string, onWritten: (published: boolean) => void) {
  const { value: review, change, clear } = useFormDraft<Entered>(`review.${bookingId}`, blank)
  const saving = useSaving()
  const [isSending, setSending] = useState(false)
  const set = (part: Partial<Entered>) => change((before) => ({ ...before, ...part }))
  const send = async () => {
    const missing = [
      ...(review.overall === 0 ? [{ name: 'overall', message: 'Choose one to five stars' }] : []),
      ...(review.text.trim().length < minLength
        ? [{ name: 'text', message: `Write at least ${minLength} characters about how it went` }]
        : []),
    ]
    if (isSending) missing.push({ name: 'photos', message: 'Wait until the photos are uploaded' })
    if (missing.length > 0) {
      saving.refuse(missing)
      return
    }
    await saving.run(async () => {
      const { photos: chosen, ...written } = review
      const { published } = await api('POST /v1/reviews', {
        body: {
          ...written,
          bookingId,
          privateNote: review.privateNote.trim() || null,
          photoIds: (chosen ?? []).map(({ id }) => id),
        },
      })
      clear()
      onWritten(published)
    })
  }
  return { review, set, setSending, send, saving }
}

type ReviewFormProps = { booking: Booking; name: string; onWritten: (published: boolean) => void }

/** Reviews stay hidden until both sides have written or the time has passed, so that both can be honest. */
export function ReviewForm({ booking, name, onWritten }: ReviewFormProps) {
  const { review, set, setSending, send, saving } = useReview(booking.id, onWritten)
  const { pending, errors, attempt, errorFor } = saving
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <Card as="section" aria-labelledby="review" className="print:hidden">
      <h2 id="review" className="text-xl">
        How was it with {name}?
      </h2>
      <p className="mt-1 mb-5 max-w-measure text-ink-2">
        {name} reads this once both of you have written, or 14 days after the end. It cannot be changed
        afterwards.
      </p>
      <form noValidate onSubmit={submit} className="grid gap-6">
        <ErrorSummary errors={errors} attempt={attempt} />
        <Ratings review={review} set={set} role={booking.role} error={errorFor('overall')} />
        <TextArea
          label="What others should know"
          name="text"
          rows={5}
          maxLength={2000}
          value={review.text}
          error={errorFor('text')}
          onChange={(event) => set({ text: event.target.value })}
        />
        <PhotoField
          kind="review"
          label="Photos"
          name="photos"
          optional
          hint="Everybody sees them once the reviews are published. Show no people without asking them."
          value={review.photos ?? []}
          error={errorFor('photos') ?? errorFor('photoIds')}
          onChange={(photos) => set({ photos })}
          onBusy={setSending}
        />
        <TextArea
          label="A private note to us"
          hint="Nobody else reads it."
          name="privateNote"
          optional
          rows={2}
          maxLength={2000}
          value={review.privateNote}
          error={errorFor('privateNote')}
          onChange={(event) => set({ privateNote: event.target.value })}
        />
        <Button type="submit" kind="primary" pending={pending && 'Sending…'} className="justify-self-start">
          Send the review
        </Button>
      </form>
    </Card>
  )
}

type RatingsProps = {
  review: Entered
  set: (part: Partial<Entered>) => void
  role: Party
  error: string | undefined
}

function Ratings({ review, set, role, error }: RatingsProps) {
  return (
    <>
      <div className="grid gap-1.5">
        <RatingInput
          name="overall"
          label="All in all"
          defaultValue={review.overall || undefined}
          onChange={(overall) => set({ overall })}
        />
        {error && <FieldError id="review-overall-error">{error}</FieldError>}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {Object.entries(aspects[role]).map(([aspect, label]) => (
          <RatingInput
            key={aspect}
            name={aspect}
            label={`${label} (optional)`}
            defaultValue={review.ratings[aspect]}
            onChange={(stars) => set({ ratings: { ...review.ratings, [aspect]: stars } })}
          />
        ))}
      </div>
    </>
  )
}
