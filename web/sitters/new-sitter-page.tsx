import { useEffect, useRef } from 'react'
import { Link, redirect, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ownFace } from '#web/accounts/own-face.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { accountStore, fetchAccountById } from '#web/accounts/account-store.ts'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { Closed } from '#web/beside/closed.tsx'
import { api } from '#web/api.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { DraftNotice, DraftSaved } from '#web/sitters/own/draft-notice.tsx'
import { Preview } from '#web/sitters/own/preview.tsx'
import {
  blankSitter,
  defaultsOf,
  fieldOfSitter,
  missingIn,
  type SitterForm,
  sitterInputOf,
  type Step,
  stepNames,
  steps,
} from '#web/sitters/own/sitter-form.ts'
import { stepFields, stepIntroductions } from '#web/sitters/own/step-fields.tsx'
import { useDraft } from '#web/sitters/own/use-draft.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary, focusField, type FormError } from '#web/ui/forms/error-summary.tsx'
import { fieldId } from '#web/ui/forms/field.tsx'
import { WizardSteps } from '#web/ui/forms/wizard-steps.tsx'
import type { Route } from './+types/new-sitter-page.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const accountId = ownAccountId(request)
  const account =
    accountStore.getState().account ??
    (await api('GET /v1/accounts/by-id/:accountId', { params: { accountId } }))
  if (account.sitterId) throw redirect(paths.ownSitter(account.sitterId))
  const [draft, settings] = await whileSignedIn(
    request,
    Promise.all([api('GET /v1/sitter-draft', {}), api('GET /v1/settings', {})]),
  )
  return { account, draft, defaults: defaultsOf(settings) }
}
clientLoader.hydrate = true as const

/** Moving between steps never revalidates, so that the form's values are kept. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ownMeta({
  title: 'Become a sitter',
  description: 'Your sitter profile, step by step.',
  path: paths.newSitter(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading your profile" blocks={['h-9', 'h-[32rem]']} narrow />
)

const stepOf = (code: string | null): Step | undefined => steps.find((step) => step === code)

export default function NewSitterPage({ loaderData }: Route.ComponentProps) {
  const { draft, defaults } = loaderData
  const account = useAccount() ?? loaderData.account
  const [query] = useSearchParams()
  const savedStep = stepOf(draft.step) ?? 'basics'
  const step = stepOf(query.get('step')) ?? savedStep
  const kit = useDraft(draft, blankSitter(defaults), step)
  const { form, change } = kit
  const saving = useSaving(fieldOfSitter(form))
  const heading = useStepFocus(step, kit.saveStep)
  const publish = usePublish({ kit, saving, accountId: account.id })
  const Fields = stepFields[step]
  return (
    <main className="page grid max-w-[56rem] gap-6 py-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>Become a sitter</h1>
        <DraftSaved state={kit.state} onRetry={() => void kit.save()} />
      </div>
      <Closed what="sitters" />
      <ProfileSteps step={step} savedStep={savedStep} form={form} />
      <DraftNotice state={kit.state} onTake={() => void kit.takeOther()} onKeep={() => void kit.keepOwn()} />
      <ErrorSummary
        errors={saving.errors.map((error) => ({ ...error, href: hrefOf(error, form) }))}
        title="Your profile is not ready to be published"
        attempt={saving.attempt}
        renderLink={routerLink}
      />
      <section aria-labelledby="step" className="grid gap-6">
        <div>
          <h2 id="step" ref={heading} tabIndex={-1} className="text-2xl outline-none">
            {stepNames[step]}
          </h2>
          <p className="mt-1 max-w-measure text-ink-2">{stepIntroductions[step]}</p>
        </div>
        {Fields ? (
          <Card padding="large" className={step === 'services' ? 'contents' : undefined}>
            <Fields {...{ form, change, defaults }} errorFor={saving.errorFor} />
          </Card>
        ) : (
          <Preview form={form} name={account.name} face={ownFace(account)} currency={defaults.currency} />
        )}
      </section>
      <StepLinks step={step} pending={saving.pending} onPublish={() => void publish()} />
    </main>
  )
}

type Publishing = {
  kit: ReturnType<typeof useDraft>
  saving: ReturnType<typeof useSaving>
  accountId: string
}

/** Returns the function that publishes the form, or refuses what is missing with links to the steps. */
function usePublish({ kit, saving, accountId }: Publishing) {
  const navigate = useNavigate()
  return async () => {
    const missing = missingIn(kit.form)
    if (missing.length > 0) {
      saving.refuse(
        missing.map(({ step: where, ...error }) => ({ ...error, href: linkTo(where, error.name) })),
      )
      return
    }
    await saving.run(async () => {
      await kit.save()
      const sitter = await api('POST /v1/sitters', { body: sitterInputOf(kit.form, 'published') })
      kit.forget()
      await fetchAccountById(accountId)
      await navigate(`${paths.ownSitter(sitter.id)}?welcome=1`)
    })
  }
}

type ProfileStepsProps = { step: Step; savedStep: Step; form: SitterForm }

function ProfileSteps({ step, savedStep, form }: ProfileStepsProps) {
  const missing = missingIn(form)
  const furthest = Math.max(steps.indexOf(step), steps.indexOf(savedStep))
  return (
    <WizardSteps
      label="Steps of your profile"
      renderLink={routerLink}
      steps={steps.map((code, index) => ({
        label: stepNames[code],
        state:
          code === step
            ? 'current'
            : index < furthest && !missing.some((one) => one.step === code)
              ? 'done'
              : 'ahead',
        href: paths.newSitter(code),
      }))}
    />
  )
}

type StepLinksProps = { step: Step; pending: boolean; onPublish: () => void }

function StepLinks({ step, pending, onPublish }: StepLinksProps) {
  const at = steps.indexOf(step)
  const previous = steps[at - 1]
  const next = steps[at + 1]
  return (
    <div className="flex flex-wrap items-center gap-3">
      {previous && (
        <Link to={paths.newSitter(previous)} className={buttonStyle({ size: 'large' })}>
          Back
        </Link>
      )}
      {next ? (
        <Link to={paths.newSitter(next)} className={buttonStyle({ kind: 'primary', size: 'large' })}>
          Next: {stepNames[next]}
        </Link>
      ) : (
        <Button kind="primary" size="large" pending={pending && 'Publishing…'} onClick={onPublish}>
          Publish my profile
        </Button>
      )}
      <Link to={paths.account()} className={buttonStyle({ kind: 'quiet', size: 'large' })}>
        {next ? 'Finish later' : 'Keep it as a draft'}
      </Link>
    </div>
  )
}

const linkTo = (step: Step, name: string): string => `${paths.newSitter(step)}#${fieldId(name)}`

/** Errors from the API link to their step too. */
function hrefOf(error: FormError, form: Parameters<typeof missingIn>[0]): string | undefined {
  if (error.href || !error.name) return error.href
  const [first = ''] = error.name.split('.')
  const inService = first in form.services || first === 'services'
  return linkTo(inService ? 'services' : 'basics', error.name)
}

/** At each new step, saves the draft and focuses the heading, or the field an error link pointed to. */
function useStepFocus(step: Step, saveStep: () => Promise<void>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  const { hash } = useLocation()
  const save = useRef(saveStep)
  useEffect(() => {
    save.current = saveStep
  })
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    void save.current()
    const field = hash.startsWith(`#${fieldId('')}`) ? hash.slice(fieldId('').length + 1) : null
    if (!field || !focusField(field)) heading.current?.focus()
  }, [step, hash])
  return heading
}
