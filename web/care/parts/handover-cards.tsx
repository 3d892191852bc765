import { useState } from 'react'
import type { Duty, ReportCards } from '#contract/care/report-cards.ts'
import { type HandoverMoment, handoverMoments } from '#contract/codes.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { useFormDraft } from '#web/accounts/use-form-draft.ts'
import { handoverWords } from '#web/care/care-words.ts'
import { HandoverFacts } from '#web/care/parts/handover-facts.tsx'
import { PhotoPicker } from '#web/care/parts/photo-picker.tsx'
import { downscalePicture } from '#web/care/downscale-picture.ts'
import { recordEntry } from '#web/care/sync.ts'
import { refusalOf } from '#web/files/check-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

type HandoverCardsProps = { duty: Duty; report: ReportCards }

/** Handovers at the start and the end: what was handed over and how the pets were. */
export function HandoverCards({ duty, report }: HandoverCardsProps) {
  const [writing, setWriting] = useState<HandoverMoment | null>(null)
  return (
    <Card as="section" aria-labelledby="handover" className="grid gap-5">
      <div className="grid gap-1">
        <h2 id="handover" className="text-xl">
          Handover
        </h2>
        <p className="text-ink-2">Write it down together, so that you both remember it the same way.</p>
      </div>
      {handoverMoments.map((moment) => {
        const done = report.handovers.find((one) => one.moment === moment)
        return (
          <section key={moment} aria-label={handoverWords[moment]} className="grid gap-3">
            <h3 className="text-lg">{handoverWords[moment]}</h3>
            {done && <HandoverFacts handover={done} timeZone={duty.booking.timeZone} />}
            {report.writable && writing === moment ? (
              <HandoverForm duty={duty} moment={moment} onDone={() => setWriting(null)} />
            ) : (
              report.writable && (
                <Button
                  className="justify-self-start"
                  kind={done ? 'quiet' : 'secondary'}
                  onClick={() => setWriting(moment)}
                >
                  {done ? 'Write it again' : `Write down the ${handoverWords[moment].toLowerCase()}`}
                </Button>
              )
            )}
            {!report.writable && !done && <p className="text-ink-2">Nothing was written down.</p>}
          </section>
        )
      })}
    </Card>
  )
}

/** Placeholder for the file id, which is set once the image is uploaded. */
const unsent = ''

type Draft = { items: string; condition: string; givenBy: string; takenBy: string }
const names = ['condition', 'givenBy', 'takenBy'] as const

type HandoverFormProps = { duty: Duty; moment: HandoverMoment; onDone: () => void }

function useHandover({ duty: { booking }, moment, onDone }: HandoverFormProps) {
  const own = useAccount()?.name ?? booking.sitter.name
  const [checked, setChecked] = useState(false)
  const [photo, setPhoto] = useState<File | null>(null)
  const isDropOff = moment === 'drop_off'
  const { value, change, clear } = useFormDraft(`handover.${booking.id}.${moment}`, (): Draft => ({
    items: '',
    condition: '',
    givenBy: isDropOff ? booking.owner.name : own,
    takenBy: isDropOff ? own : booking.owner.name,
  }))
  const errorFor = (name: (typeof names)[number]) =>
    checked && value[name].trim().length < (name === 'condition' ? 2 : 1) ? 'Fill this in' : undefined
  const save = async () => {
    setChecked(true)
    if (value.condition.trim().length < 2 || !value.givenBy.trim() || !value.takenBy.trim()) return
    const entry = { kind: 'handover' as const, moment, ...value }
    if (photo) await recordEntry(booking.id, { ...entry, fileId: unsent }, await downscalePicture(photo))
    else await recordEntry(booking.id, entry)
    clear()
    onDone()
  }
  const field = (name: keyof Draft) => ({
    name,
    value: value[name],
    onChange: (event: { target: { value: string } }) =>
      change((before) => ({ ...before, [name]: event.target.value })),
  })
  return { photo, setPhoto, errorFor, save, field }
}

function HandoverForm(props: HandoverFormProps) {
  const { photo, setPhoto, errorFor, save, field } = useHandover(props)
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextArea
        label="What changed hands"
        hint="Keys, food, medicine, a lead, a favourite toy"
        optional
        rows={2}
        maxLength={1000}
        {...field('items')}
      />
      <TextArea
        label={props.duty.booking.pets.length === 1 ? 'How the pet was' : 'How the pets were'}
        rows={2}
        maxLength={1000}
        error={errorFor('condition')}
        {...field('condition')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Given by" maxLength={80} error={errorFor('givenBy')} {...field('givenBy')} />
        <TextField label="Taken by" maxLength={80} error={errorFor('takenBy')} {...field('takenBy')} />
      </div>
      <PhotoField photo={photo} onPicked={setPhoto} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary">
          Save
        </Button>
        <Button kind="quiet" onClick={props.onDone}>
          Go back
        </Button>
      </div>
    </form>
  )
}

function PhotoField({ photo, onPicked }: { photo: File | null; onPicked: (photo: File) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const check = (file: File | undefined) => {
    const why = file && refusalOf(file, 'report-card')
    setRefusal(why ?? null)
    if (file && !why) onPicked(file)
  }
  return (
    <div className="grid gap-2">
      <PhotoPicker onPicked={([file]) => check(file)}>
        {photo ? 'Another photo' : 'Add a photo (optional)'}
      </PhotoPicker>
      {photo && <p className="text-sm text-ink-2">{`${photo.name} is sent with it.`}</p>}
      <p role="alert" className="text-sm text-rust empty:hidden">
        {refusal}
      </p>
    </div>
  )
}
