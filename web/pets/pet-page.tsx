import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Pet } from '#contract/pets.ts'
import { listWords } from '#contract/words.ts'
import { useLeaveGuard } from '#web/accounts/leave-guard.tsx'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { useFormDraft } from '#web/accounts/use-form-draft.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import Gallery from '#web/files/gallery.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { checkId, orNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { lostPaths } from '#web/lost/lost-paths.ts'
import { paths, safeNext } from '#web/paths.ts'
import { setArchived } from '#web/pets/archive.ts'
import { CareSheet } from '#web/pets/care-sheet.tsx'
import { checkForm, fieldOfPath, formOf, inputOfForm } from '#web/pets/pet-form-state.ts'
import { PetFormView } from '#web/pets/pet-form.tsx'
import { missingWords } from '#web/pets/pet-words.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'
import type { Route } from './+types/pet-page.ts'

export { HydrateFallback } from '#web/pets/pet-page-fallback.tsx'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const petId = checkId(params.petId, request)
  const accountId = ownAccountId(request)
  const [pet, { settings }] = await whileSignedIn(
    request,
    Promise.all([
      orNotFound(request, api('GET /v1/pets/:petId', { params: { petId } })),
      api('GET /v1/settings', {}),
    ]),
  )
  return { pet, isOwn: pet.ownerId === accountId, currency: settings.currency }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData?.pet.name ?? 'Pet',
    description: 'One pet with its care sheet.',
    path: location.pathname,
    noindex: true,
  })

export default function PetPage({ loaderData: { pet, isOwn, currency } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  return isOwn && query.get('view') !== 'sheet' ? (
    <EditPet key={pet.id} loaded={pet} currency={currency} />
  ) : (
    <SheetPage pet={pet} isOwn={isOwn} currency={currency} />
  )
}

/** The care sheet, for the sitter, and for the owner to read and print. */
function SheetPage({ pet, isOwn, currency }: { pet: Pet; isOwn: boolean; currency: string }) {
  return (
    <main className="page grid max-w-[60rem] gap-6 py-8">
      <div className="print:hidden">
        <Breadcrumbs
          crumbs={[
            { label: 'Your account', href: paths.account() },
            isOwn
              ? { label: pet.name, href: paths.pet(pet.id) }
              : { label: 'Bookings', href: paths.bookings('sitter') },
            { label: 'Care sheet' },
          ]}
          renderLink={routerLink}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
        <h1>{pet.name}</h1>
        <Button icon={<Icon name="printer" size={18} />} onClick={() => window.print()}>
          Print the care sheet
        </Button>
      </div>
      <Card padding="large" className="print:border-0 print:p-0">
        <CareSheet pet={pet} currency={currency} />
      </Card>
    </main>
  )
}

/** The pet as saved, the form as entered, and what can be done with them. */
function usePetForm(loaded: Pet) {
  const [pet, setPet] = useState(loaded)
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { value: form, change, changed, clear } = useFormDraft(`pet.${pet.id}`, () => formOf(pet))
  const saving = useSaving(fieldOfPath)
  const guard = useLeaveGuard(changed, () => clear())

  const readAgain = async () => setPet(await api('GET /v1/pets/:petId', { params: { petId: pet.id } }))

  const save = async () => {
    const errors = checkForm(form)
    if (errors.length > 0) {
      saving.refuse(errors)
      return
    }
    await saving.run(async () => {
      const saved = await api('PUT /v1/pets/:petId', {
        params: { petId: pet.id },
        body: { ...inputOfForm(form), archived: pet.archived, version: pet.version },
      }).catch((error: unknown) => refuseStale(error, readAgain))
      setPet(saved)
      clear(formOf(saved))
      const toast = await loadToast()
      toast.success(`${saved.name} is saved`)
      const next = query.get('next')
      if (!next) return
      guard.release()
      await navigate(safeNext(next))
    })
  }

  const restore = async (archived: Pet) => {
    const back = await setArchived(archived, false)
    await navigate(paths.pet(back.id))
  }
  const archive = () =>
    saving.run(async () => {
      const archived = await setArchived(pet, true)
      clear()
      guard.release()
      await navigate(paths.ownPets())
      await toastWithUndo(`${pet.name} is archived`, () => restore(archived))
    })
  const bringBack = () => saving.run(async () => setPet(await setArchived(pet, false)))

  return { pet, setPet, form, change, saving, guard, save, archive, bringBack }
}

function EditPet({ loaded, currency }: { loaded: Pet; currency: string }) {
  const { pet, setPet, form, change, saving, guard, save, archive, bringBack } = usePetForm(loaded)
  const [query] = useSearchParams()
  return (
    <main className="page max-w-[52rem] py-8">
      <div className="grid gap-6 print:hidden">
        <Breadcrumbs
          crumbs={[
            { label: 'Your account', href: paths.account() },
            { label: 'Pets', href: paths.ownPets() },
            { label: pet.name },
          ]}
          renderLink={routerLink}
        />
        <PetHead pet={pet} />
        {pet.archived && <Archived pet={pet} onBringBack={() => void bringBack()} />}
        <Completeness pet={pet} />
        <Card>
          <Gallery
            kind="pet"
            name="photos"
            label={`Photos of ${pet.name}`}
            hint="Only you and the sitters you ask or book see them. The first one is the picture on the care sheet."
            photos={loaded.photos}
            save={async (fileIds) => {
              const { photos } = await api('PUT /v1/pets/:petId/photos', {
                params: { petId: pet.id },
                body: { fileIds },
              })
              setPet((before) => ({ ...before, photos }))
            }}
          />
        </Card>
        <PetFormView
          {...{ form, change, saving, currency }}
          onSave={save}
          seedId={pet.id}
          submitLabel="Save changes"
          documents={pet.documents}
          openGroup={query.get('group') ?? undefined}
        >
          {!pet.archived && (
            <Button kind="quiet" icon={<Icon name="archive" size={18} />} onClick={() => void archive()}>
              Archive {pet.name}
            </Button>
          )}
        </PetFormView>
        {guard.dialog}
      </div>
      <div className="hidden print:block">
        <CareSheet pet={pet} currency={currency} />
      </div>
    </main>
  )
}

function Archived({ pet, onBringBack }: { pet: Pet; onBringBack: () => void }) {
  return (
    <Notice
      title={`${pet.name} is archived`}
      action={
        <Button size="small" onClick={onBringBack}>
          Bring back
        </Button>
      }
    >
      Archived pets are not offered when you book.
    </Notice>
  )
}

function PetHead({ pet }: { pet: Pet }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <h1>{pet.name}</h1>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.careSheet(pet.id)} className={buttonStyle()}>
          <Icon name="file-text" size={18} />
          Care sheet
        </Link>
        {!pet.archived && (
          <Link to={lostPaths.own(pet.id)} className={buttonStyle()}>
            <Icon name="paw-print" size={18} />
            Report as lost
          </Link>
        )}
      </div>
    </div>
  )
}

function Completeness({ pet }: { pet: Pet }) {
  const { percent, missing } = pet.completeness
  const words = missingWords(missing)
  return (
    <Card padding="small">
      <Meter label="Care sheet, as saved" value={percent} text={`${percent} %`} />
      <p className="mt-2 text-sm text-ink-2">
        {words.length === 0
          ? `Everything a sitter needs to know about ${pet.name} is here.`
          : `What would help a sitter most: ${listWords(words)}.`}
      </p>
    </Card>
  )
}
