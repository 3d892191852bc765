import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { maxEvidenceFiles } from '#contract/files/codes.ts'
import type { Photo } from '#contract/files/files.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { caseKindWords } from '#web/bookings/case/case-words.ts'
import { ActionDialog } from '#web/bookings/life/action-dialog.tsx'
import { otherParty } from '#web/bookings/life/booking-words.ts'
import { moneyWordsFor, readingOf } from '#web/bookings/life/money-words.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { PhotoField } from '#web/files/photo-field.tsx'
import { formatDay, plural } from '#web/format.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { MoneyField } from '#web/ui/forms/money-field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { unitWord } from '#web/words.ts'

type CaseEvent = 'report_no_show' | 'report_missed' | 'open_case' | 'answer_case' | 'appeal_case'
type CaseDialogProps = {
  booking: Booking
  event: CaseEvent
  /** Start of the visit that was missed. */
  visitAt?: string
  /** Id of the case that is answered or appealed. */
  caseId?: string
  move: BookingInUse['move']
  onClose: () => void
}

type OpenKind = Booking['caseSubjects'][number]
type Words = { title: string; lead: string; label: string; least: number; confirm: string; pending: string }

const wordsOf: Record<CaseEvent, (other: string, terms: Booking['caseTerms']) => Words> = {
  report_no_show: (other, { reportHours }) => ({
    title: `Report that ${other} is not there?`,
    lead: `Call first: most of the time it is a misunderstanding. ${other} has ${plural(reportHours, 'hour')} to answer; if they do not, the cancellation policy applies, and we tell you the amounts.`,
    label: 'What happened?',
    least: 10,
    confirm: `Report ${other}`,
    pending: 'Reporting…',
  }),
  report_missed: (other, { reportHours }) => ({
    title: `Report that ${other} was not there?`,
    lead: `Call first: most of the time it is a misunderstanding. ${other} has ${plural(reportHours, 'hour')} to answer; if they do not, the cancellation policy applies to this one. All others stay as they are.`,
    label: 'What happened?',
    least: 10,
    confirm: `Report ${other}`,
    pending: 'Reporting…',
  }),
  open_case: (other, { decideWorkingDays, holdHours }) => ({
    title: 'Open a case?',
    lead: `${other} reads what you write and answers, then the operator of this site reads both sides and decides within ${plural(decideWorkingDays, 'working day')}. If the booking ended less than ${plural(holdHours, 'hour')} ago, the payout is on hold until then.`,
    label: 'What happened?',
    least: 20,
    confirm: 'Open the case',
    pending: 'Opening…',
  }),
  answer_case: (other) => ({
    title: 'Answer the case',
    lead: `${other} and the operator read your answer, and then the operator decides. You can answer once.`,
    label: 'How do you see it?',
    least: 10,
    confirm: 'Send my answer',
    pending: 'Sending…',
  }),
  appeal_case: () => ({
    title: 'Appeal against the decision?',
    lead: 'The operator looks at the case once more, with what you write here, and that decision is final. What has already been settled cannot be changed.',
    label: 'What was overlooked or misunderstood?',
    least: 20,
    confirm: 'Appeal',
    pending: 'Sending…',
  }),
}

/** The fields of the form, and the step to send; `least` is the smallest number of characters of the statement. */
function useStatement({ booking, event, visitAt: chosen, caseId = '' }: CaseDialogProps, least: number) {
  const [statementText, setStatementText] = useState('')
  const [contacted, setContacted] = useState('')
  const [photos, setPhotos] = useState<Photo[]>([])
  const [isSending, setSending] = useState(false)
  const [kind, setKind] = useState<OpenKind>(booking.caseSubjects[0] ?? 'other')
  const [requestedAmount, setRequestedAmount] = useState<number | null>(null)
  const missable = booking.visits.filter(({ reportable }) => reportable)
  const [visitAt, setVisitAt] = useState(chosen ?? missable.at(-1)?.startsAt)
  const isReport = event === 'report_no_show' || event === 'report_missed'
  const mayAsk = event === 'open_case' && booking.role === 'owner'
  const stepOf = () => {
    const words = statementText.trim()
    const errors = [
      ...(words.length < least ? [{ name: 'words', message: 'Say in a sentence or two what happened' }] : []),
      ...(isReport && contacted.trim().length < 3
        ? [{ name: 'contacted', message: `Say how you tried to reach ${otherName(booking)}` }]
        : []),
      ...(isSending ? [{ name: 'photos', message: 'Wait until the photos have arrived' }] : []),
    ]
    if (errors.length > 0) return errors
    const photoIds = photos.map(({ id }) => id)
    if (event === 'report_no_show') return { event, words, contacted: contacted.trim(), photoIds }
    if (event === 'report_missed')
      return visitAt
        ? { event, visitAt, words, contacted: contacted.trim(), photoIds }
        : [{ name: 'visit', message: 'Choose which one was missed' }]
    return event === 'open_case'
      ? { event, kind, words, asked: mayAsk && requestedAmount ? requestedAmount : null, photoIds }
      : { event, caseId, words, photoIds }
  }
  return {
    said: statementText,
    setSaid: setStatementText,
    contacted,
    setContacted,
    photos,
    setPhotos,
    setSending,
    setAsked: setRequestedAmount,
    kind,
    setKind,
    missable,
    visitAt,
    setVisitAt,
    isReport,
    mayAsk,
    stepOf,
  }
}
type Statement = ReturnType<typeof useStatement>

const otherName = (booking: Booking): string => firstName(otherParty(booking).name)

/** Form for a statement in a dispute: a report, a case, an answer or an appeal. */
export default function CaseDialog(props: CaseDialogProps) {
  const { booking, event, move, onClose } = props
  const other = otherName(booking)
  const { title, lead, label, least, confirm, pending } = wordsOf[event](other, booking.caseTerms)
  const statement = useStatement(props, least)
  const { isReport, mayAsk } = statement
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      title={title}
      safeLabel="Go back"
      confirmLabel={confirm}
      pendingLabel={pending}
      stepOf={statement.stepOf}
    >
      {(errorFor) => (
        <>
          <p>{lead}</p>
          {event === 'report_no_show' && booking.visits.length > 1 && (
            <p>This is about the whole booking. If only one of them was missed, report that one instead.</p>
          )}
          {event === 'open_case' && <KindField {...{ booking, statement }} />}
          {event === 'report_missed' && <VisitField {...{ booking, statement }} />}
          <TextArea
            label={label}
            name="words"
            rows={5}
            maxLength={isReport ? 2000 : 4000}
            value={statement.said}
            error={errorFor('words')}
            onChange={(input) => statement.setSaid(input.target.value)}
          />
          <EvidenceField error={errorFor('photos') ?? errorFor('photoIds')} {...{ booking, statement }} />
          {isReport && (
            <TextField
              label={`How did you try to reach ${other}?`}
              name="contacted"
              maxLength={500}
              value={statement.contacted}
              error={errorFor('contacted')}
              onChange={(input) => statement.setContacted(input.target.value)}
            />
          )}
          {mayAsk && <RequestedAmountField error={errorFor('asked')} {...{ booking, statement }} />}
        </>
      )}
    </ActionDialog>
  )
}

type FieldProps = { booking: Booking; statement: Statement }

function KindField({ booking: { caseSubjects }, statement: { kind, setKind } }: FieldProps) {
  return (
    <RadioGroup
      label="What is it about?"
      name="case-kind"
      value={kind}
      onChange={(value) => setKind(caseSubjects.find((subject) => subject === value) ?? kind)}
      options={caseSubjects.map((value) => ({ value, label: caseKindWords[value] }))}
    />
  )
}

function VisitField({ booking, statement: { missable, visitAt, setVisitAt } }: FieldProps) {
  return (
    <RadioGroup
      label={`Which ${unitWord(booking.service)}?`}
      name="visit"
      value={visitAt}
      onChange={setVisitAt}
      options={missable.map(({ startsAt, on, time }) => ({
        value: startsAt,
        label: `${formatDay(on, 'long')}, ${time}`,
      }))}
    />
  )
}

type CheckedProps = FieldProps & { error: string | undefined }

function EvidenceField({ booking, statement: { photos, setPhotos, setSending }, error }: CheckedProps) {
  return (
    <PhotoField
      kind="evidence"
      label="Pictures"
      name="photos"
      optional
      compact
      most={maxEvidenceFiles}
      hint={`Up to ${maxEvidenceFiles}. ${otherName(booking)} and the operator see them, nobody else.`}
      value={photos}
      error={error}
      onChange={setPhotos}
      onBusy={setSending}
    />
  )
}

function RequestedAmountField({ booking, statement, error }: CheckedProps) {
  const { payment, quote } = booking
  const before = moneyWordsFor(booking).before(readingOf(booking))
  return (
    <MoneyField
      label="What would you like back?"
      hint={`Leave it empty if it is not about money. ${before}: ${formatMoney(payment.paid - payment.refunded, quote.currency)}.`}
      id="field-asked"
      currency={quote.currency}
      error={error}
      onChange={statement.setAsked}
    />
  )
}
