import { useNavigate, useSearchParams } from 'react-router'
import { useLeaveGuard } from '#web/accounts/leave-guard.tsx'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { useFormDraft } from '#web/accounts/use-form-draft.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths, safeNext } from '#web/paths.ts'
import { blankForm, checkForm, fieldOfPath, inputOfForm } from '#web/pets/pet-form-state.ts'
import { PetFormView } from '#web/pets/pet-form.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import type { Route } from './+types/new-pet-page.ts'

export { HydrateFallback } from '#web/pets/pet-page-fallback.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  ownAccountId(request)
  const { settings } = await whileSignedIn(request, api('GET /v1/settings', {}))
  return { currency: settings.currency }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Add a pet',
    description: 'Add a pet to your account.',
    path: paths.newPet(),
    noindex: true,
  })

export default function NewPetPage({ loaderData: { currency } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { value: form, change, changed, clear } = useFormDraft('new-pet', () => blankForm(query))
  const saving = useSaving(fieldOfPath)
  const guard = useLeaveGuard(changed, () => clear())

  const save = async () => {
    const errors = checkForm(form)
    if (errors.length > 0) {
      saving.refuse(errors)
      return
    }
    await saving.run(async () => {
      const pet = await api('POST /v1/pets', { body: inputOfForm(form) })
      clear()
      guard.release()
      const next = query.get('next')
      await navigate(next ? safeNext(next) : paths.pet(pet.id))
      const toast = await loadToast()
      toast.success(`${pet.name} is saved`)
    })
  }

  return (
    <main className="page grid max-w-[52rem] gap-6 py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'Your account', href: paths.account() },
          { label: 'Pets', href: paths.ownPets() },
          { label: 'Add a pet' },
        ]}
        renderLink={routerLink}
      />
      <h1>Add a pet</h1>
      <PetFormView
        {...{ form, change, saving, currency }}
        onSave={save}
        seedId="new"
        submitLabel="Save pet"
      />
      {guard.dialog}
    </main>
  )
}
