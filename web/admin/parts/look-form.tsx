import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Photo } from '#contract/files/files.ts'
import type { Look } from '#contract/look.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

const FooterFields = lazy(() => import('#web/admin/parts/footer-fields.tsx'))
const ShapeFields = lazy(() => import('#web/admin/parts/shape-fields.tsx'))
const StartFields = lazy(() => import('#web/admin/parts/start-fields.tsx'))
const LogoFields = lazy(() => import('#web/admin/parts/logo-fields.tsx'))

// Apart, because it calculates with colours in a way that no other page needs.
const ColourFields = lazy(() => import('#web/admin/parts/colour-fields.tsx'))

type LookFormProps = {
  version: number
  look: Look
  configuredName: string
  /** The picture of the logo in force. */
  logo: Photo | null
  /** The picture of the home page in force. */
  start: Photo | null
  onSaved: () => void
}

/** Returns the name of a field by the path of an error. */
const fieldOf = (path: string): string => path.replace(/^look\./, '')

/** The look without what was left empty. */
const completed = ({ name, footer, ...look }: Look): Look => ({
  ...look,
  name: name?.trim() || null,
  footer: { ...footer, links: footer.links.filter(({ label, to }) => label.trim() || to.trim()) },
})

/** What the operator chooses, and the reason with which it is saved. */
export function LookForm({ version, look, onSaved, ...inForce }: LookFormProps) {
  const [chosen, setChosen] = useState(look)
  const [isLogoSending, setLogoSending] = useState(false)
  const [isStartSending, setStartSending] = useState(false)
  const [reason, setReason] = useState('')
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving(fieldOf)
  const { revalidate } = useRevalidator()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim().length < 10)
      return refuse([{ name: 'reason', message: 'Write at least 10 characters' }])
    const body = { version, look: completed(chosen), reason }
    void run(async () => {
      await api('PUT /v1/admin/look', { body }).catch((error: unknown) => refuseStale(error, revalidate))
      onSaved()
    })
  }
  const change = (part: Partial<Look>) => setChosen((before) => ({ ...before, ...part }))
  return (
    <form noValidate onSubmit={save} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ErrorSummary errors={errors} attempt={attempt} />
      <LookCards {...inForce} {...{ chosen, change, errorFor, setLogoSending, setStartSending }} />
      <SaveCard
        reason={reason}
        onReason={setReason}
        error={errorFor('reason')}
        pending={(pending && 'Saving…') || ((isLogoSending || isStartSending) && 'Uploading…')}
      />
    </form>
  )
}

type LookCardsProps = Pick<LookFormProps, 'configuredName' | 'logo' | 'start'> & {
  chosen: Look
  change: (part: Partial<Look>) => void
  errorFor: (name: string) => string | undefined
  setLogoSending: (isSending: boolean) => void
  setStartSending: (isSending: boolean) => void
}

/** Everything that an operator can choose, by subject. */
function LookCards(props: LookCardsProps) {
  const { chosen, change, errorFor, configuredName } = props
  const { name, colours, footer } = chosen
  return (
    <>
      <LookCard title="Name">
        <TextField
          name="name"
          label="Name of the site"
          hint={`Left empty, it is called ${configuredName}, as in its configuration.`}
          value={name ?? ''}
          error={errorFor('name')}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
          className="max-w-measure"
        />
      </LookCard>
      <LookCard title="Logo">
        <LogoFields
          logo={chosen.logo}
          saved={props.logo}
          colours={colours}
          siteName={name?.trim() || configuredName}
          onChange={(changed) => change({ logo: changed })}
          onBusy={props.setLogoSending}
        />
      </LookCard>
      <LookCard title="Colours">
        <ColourFields
          colours={colours}
          onChange={(changed) => change({ colours: changed })}
          errorFor={errorFor}
        />
      </LookCard>
      <LookCard title="Shapes">
        <ShapeFields shape={chosen.shape} onChange={(changed) => change({ shape: changed })} />
      </LookCard>
      <LookCard title="Home page">
        <StartFields
          start={chosen.start}
          saved={props.start}
          errorFor={errorFor}
          onChange={(changed) => change({ start: changed })}
          onBusy={props.setStartSending}
        />
      </LookCard>
      <LookCard title="Footer">
        <FooterFields
          footer={footer}
          onChange={(changed) => change({ footer: changed })}
          errorFor={errorFor}
        />
      </LookCard>
    </>
  )
}

/** A section of the form, whose fields load by themselves. */
function LookCard({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replace(' ', '-')
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <Suspense fallback={<SkeletonText lines={8} />}>{children}</Suspense>
    </Card>
  )
}

type SaveCardProps = {
  reason: string
  onReason: (reason: string) => void
  error: string | undefined
  pending: string | false
}

function SaveCard({ reason, onReason, error, pending }: SaveCardProps) {
  return (
    <Card as="section" aria-labelledby="save" className="grid gap-4">
      <h2 id="save" className="text-xl">
        Save
      </h2>
      <TextArea
        name="reason"
        label="Why do you change this?"
        hint="Your colleagues read it in the history."
        value={reason}
        error={error}
        maxLength={1000}
        rows={3}
        onChange={(event) => onReason(event.target.value)}
      />
      <Button type="submit" kind="primary" className="justify-self-start" pending={pending}>
        Save the look
      </Button>
    </Card>
  )
}
