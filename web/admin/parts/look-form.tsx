import { type ComponentProps, type FormEvent, lazy, Suspense, useState } from 'react'
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

const LogoFields = lazy(() => import('#web/admin/parts/logo-fields.tsx'))

// Apart, because it calculates with colours in a way that no other page needs.
const ColourFields = lazy(() => import('#web/admin/parts/colour-fields.tsx'))

type LookFormProps = {
  version: number
  look: Look
  configuredName: string
  /** The picture of the logo in force. */
  logo: Photo | null
  onSaved: () => void
}

/** Returns the name of a field by the path of an error. */
const fieldOf = (path: string): string => path.replace(/^look\./, '')

/** What the operator chooses, and the reason with which it is saved. */
export function LookForm({ version, look, configuredName, logo, onSaved }: LookFormProps) {
  const [name, setName] = useState(look.name ?? '')
  const [colours, setColours] = useState(look.colours)
  const [ownLogo, setOwnLogo] = useState(look.logo)
  const [isSending, setSending] = useState(false)
  const [reason, setReason] = useState('')
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving(fieldOf)
  const { revalidate } = useRevalidator()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim().length < 10)
      return refuse([{ name: 'reason', message: 'Write at least 10 characters' }])
    const chosen = { ...look, name: name.trim() || null, colours, logo: ownLogo }
    const body = { version, look: chosen, reason }
    void run(async () => {
      await api('PUT /v1/admin/look', { body }).catch((error: unknown) => refuseStale(error, revalidate))
      onSaved()
    })
  }
  return (
    <form noValidate onSubmit={save} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ErrorSummary errors={errors} attempt={attempt} />
      <Card as="section" aria-labelledby="name" className="grid gap-4">
        <h2 id="name" className="text-xl">
          Name
        </h2>
        <TextField
          name="name"
          label="Name of the site"
          hint={`Left empty, it is called ${configuredName}, as in its configuration.`}
          value={name}
          error={errorFor('name')}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          className="max-w-measure"
        />
      </Card>
      <LogoCard
        logo={ownLogo}
        saved={logo}
        colours={colours}
        siteName={name.trim() || configuredName}
        onChange={setOwnLogo}
        onBusy={setSending}
      />
      <ColoursCard colours={colours} onChange={setColours} errorFor={errorFor} />
      <SaveCard
        reason={reason}
        onReason={setReason}
        error={errorFor('reason')}
        pending={(pending && 'Saving…') || (isSending && 'Uploading…')}
      />
    </form>
  )
}

function ColoursCard(props: ComponentProps<typeof ColourFields>) {
  return (
    <Card as="section" aria-labelledby="colours" className="grid gap-4">
      <h2 id="colours" className="text-xl">
        Colours
      </h2>
      <Suspense fallback={<SkeletonText lines={8} />}>
        <ColourFields {...props} />
      </Suspense>
    </Card>
  )
}

function LogoCard(props: ComponentProps<typeof LogoFields>) {
  return (
    <Card as="section" aria-labelledby="logo" className="grid gap-4">
      <h2 id="logo" className="text-xl">
        Logo
      </h2>
      <Suspense fallback={<SkeletonText lines={6} />}>
        <LogoFields {...props} />
      </Suspense>
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
