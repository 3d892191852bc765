import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { BookingDraftInput } from '#contract/bookings/bookings.ts'
import { listWords, serviceNames } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { draftMessage, saveDraftMessage, sendRequest } from '#web/bookings/begin/attempt.ts'
import { formatDay, formatDayRange } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { bookedDays } from '#web/sitters/public/booking-state.ts'
import { petPrefill } from '#web/sitters/public/pet-prefill.ts'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type QuestionDialogProps = { booking: BookingFormState; onClose: () => void }

/** A question before a request. It takes up no places, and the days may still be open. */
export default function QuestionDialog({ booking, onClose }: QuestionDialogProps) {
  const { sitter, saved } = booking
  const first = sitter.name.split(' ')[0] ?? sitter.name
  return (
    <Dialog open onClose={onClose} title={`Ask ${first} a question`}>
      {saved.status === 'ready' && saved.pets.length > 0 ? (
        <QuestionForm {...{ booking, first }} />
      ) : (
        <Before {...{ booking, first }} />
      )}
    </Dialog>
  )
}

/** Sign-up for a visitor without an account, or a link to add a pet first. */
function Before({ booking, first }: { booking: BookingFormState; first: string }) {
  const { pathname, search } = useLocation()
  const { saved, state } = booking
  const here = `${pathname}${search}`
  if (saved.status === 'loading') return <p>One moment…</p>
  const isOut = saved.status !== 'ready'
  return (
    <div className="grid gap-4">
      <p>
        {isOut
          ? `Sign up or sign in, so that ${first} can answer you. You then return to this page.`
          : `${first} needs to know which pet it is about. Add it first; you then return to this page.`}
      </p>
      <Link
        onClick={isOut ? booking.keepPets : undefined}
        to={isOut ? paths.signUp(here) : paths.newPet(here, petPrefill(state.pets[0]))}
        className={buttonStyle({ kind: 'primary', className: 'justify-self-end' })}
      >
        {isOut ? 'Sign up' : 'Add your pet'}
      </Link>
    </div>
  )
}

/** Pets, extras and promo codes are not part of a question. */
function daysIn(draft: BookingDraftInput) {
  const { sitterId: _s, service: _v, pets: _p, petIds: _i, addOns: _a, promoCode: _c, ...days } = draft
  return days
}

function useQuestion({ sitter, saved, state, draft }: BookingFormState, first: string) {
  const navigate = useNavigate()
  const [message, setMessage] = useState(() => draftMessage(sitter.id))
  const [petIds, setPetIds] = useState<readonly string[]>(() =>
    state.petIds.length > 0 ? state.petIds : saved.pets.slice(0, 1).map(({ id }) => id),
  )
  const [withDays, setWithDays] = useState(draft !== null)
  const { run, refuse, ...saving } = useSaving()
  const write = (text: string) => {
    setMessage(text)
    saveDraftMessage(sitter.id, text)
  }
  const send = async () => {
    const missing = [
      ...(message.trim() ? [] : [{ name: 'question', message: 'Write what you would like to know' }]),
      ...(petIds.length > 0 ? [] : [{ name: 'petIds', message: 'Choose the pet it is about' }]),
    ]
    if (missing.length > 0) {
      refuse(missing)
      return
    }
    await run(async () => {
      const inquiry = await sendRequest({
        ...(withDays && draft ? daysIn(draft) : {}),
        event: 'inquire',
        sitterId: sitter.id,
        service: state.service,
        petIds: [...petIds],
        message: message.trim(),
      })
      const toast = await loadToast()
      toast.success(`Your question is with ${first}`)
      await navigate(paths.bookingSent(inquiry.id), { replace: true })
    })
  }
  return { message, write, petIds, setPetIds, withDays, setWithDays, send, ...saving }
}

function QuestionForm({ booking, first }: { booking: BookingFormState; first: string }) {
  const { saved, state, draft } = booking
  const question = useQuestion(booking, first)
  const { message, petIds, setPetIds, errorFor } = question
  const chosen = bookedDays(state)
  return (
    <div className="grid gap-5">
      <ErrorSummary errors={question.errors} attempt={question.attempt} />
      <p className="text-ink-2">
        About {serviceNames[state.service].toLowerCase()}. A question reserves nothing and costs nothing; you
        can turn it into a request later.
      </p>
      <FieldGroup label="About" name="petIds" error={errorFor('petIds')}>
        {saved.pets.map(({ id, name }) => (
          <Checkbox
            key={id}
            id={`question-pet-${id}`}
            label={name}
            checked={petIds.includes(id)}
            onChange={(event) =>
              setPetIds(event.target.checked ? [...petIds, id] : petIds.filter((one) => one !== id))
            }
          />
        ))}
      </FieldGroup>
      {draft && chosen.length > 0 && (
        <Checkbox
          label={`For ${chosen.length > 3 || state.skip.length === 0 ? formatDayRange(chosen[0]!, state.end ?? chosen.at(-1)!) : listWords(chosen.map((day) => formatDay(day)))}`}
          hint="Untick it to leave the days open."
          name="withDays"
          checked={question.withDays}
          onChange={(event) => question.setWithDays(event.target.checked)}
        />
      )}
      <TextArea
        label="Your question"
        name="question"
        maxLength={2000}
        rows={4}
        value={message}
        error={errorFor('question')}
        onChange={(event) => question.write(event.target.value)}
      />
      <Button
        kind="primary"
        className="justify-self-end"
        pending={question.pending && 'Sending…'}
        onClick={() => void question.send()}
      >
        Send the question
      </Button>
    </div>
  )
}
