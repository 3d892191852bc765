import type { ReactNode } from 'react'
import { petDetailsFor } from '#contract/codes.ts'
import type { Pet } from '#contract/pets.ts'
import { formatMoney } from '#contract/words.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import { deviceZone, todayIn } from '#web/clock.ts'
import { formatDay, formatKilograms } from '#web/format.ts'
import { DocumentLink } from '#web/pets/document-link.tsx'
import { type FieldPath, fieldSpecs, petGroups } from '#web/pets/pet-fields.ts'
import { formOf, type PetForm } from '#web/pets/pet-form-state.ts'
import { ageOf } from '#web/pets/pet-words.ts'
import { PhotoGrid } from '#web/ui/photo-grid.tsx'
import { Photo } from '#web/ui/photo.tsx'
import { capitalised, speciesWord } from '#web/words.ts'

type Fact = { label: string; value: ReactNode }

const joined = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join(', ')
const day = (on: string | null): string | null => on && formatDay(on, 'long')

/** Formats a field for the sheet: the label of an option, a day with its weekday, an amount with its currency. */
function wordsOf(path: FieldPath, form: PetForm, currency: string): string {
  const value = form.fields[path] ?? ''
  const spec = fieldSpecs.find((one) => one.path === path)!
  if (value === '') return ''
  if (spec.kind === 'choice') return spec.options.find(([code]) => code === value)?.[1] ?? value
  if (spec.kind === 'pastDay') return formatDay(value, 'long')
  if (spec.kind === 'money') return formatMoney(Number(value), currency)
  return 'unit' in spec ? `${value} ${spec.unit}` : value
}

/** Formats the lists of the pet as facts. */
const rowFacts = (pet: Pet): Partial<Record<string, Fact[]>> => ({
  vaccinations: pet.vaccinations.map(({ type, givenOn, validUntilOn, documentId }) => ({
    label: `Vaccinated: ${type}`,
    value: (
      <>
        {joined(givenOn && `given ${day(givenOn)}`, validUntilOn && `valid until ${day(validUntilOn)}`) ||
          'Yes'}
        {pet.documents
          .filter(({ id }) => id === documentId)
          .map((document) => (
            <span key={document.id} className="block">
              <DocumentLink document={document} />
            </span>
          ))}
      </>
    ),
  })),
  medications: pet.medications.map(({ name, dose, route, times }) => ({
    label: `Medicine: ${name}`,
    value: joined(dose, route, times.length > 0 && `at ${times.join(' and ')}`) || 'As told',
  })),
  feeding: pet.feeding.map(({ food, amount, times, treats }) => ({
    label: `Meal: ${food}`,
    value:
      joined(amount, times.length > 0 && `at ${times.join(' and ')}`, treats && `treats: ${treats}`) ||
      'As told',
  })),
})

function factsOf(pet: Pet, detail: string, form: PetForm, currency: string): Fact[] {
  const rows = rowFacts(pet)[detail]
  if (rows) return rows
  return fieldSpecs
    .filter((spec) => spec.detail === detail)
    .map(({ path, label }) => ({ label, value: wordsOf(path, form, currency) }))
    .filter(({ value }) => value !== '' && value !== 'Not known')
}

/** Everything a sitter needs, on one or two printed pages. */
export function CareSheet({ pet, currency }: { pet: Pet; currency: string }) {
  const { name, species } = pet
  const form = formOf(pet)
  const matters = new Set<string>(petDetailsFor(species))
  const groups = petGroups
    .map(({ id: key, title, details }) => ({
      key,
      title,
      facts: details
        .filter((detail) => matters.has(detail))
        .flatMap((detail) => factsOf(pet, detail, form, currency)),
    }))
    .filter(({ facts }) => facts.length > 0)
  return (
    <article aria-labelledby="sheet" className="grid gap-6">
      <SheetHead pet={pet} />
      {pet.photos.length > 1 && (
        <PhotoGrid
          pictures={pet.photos.map(pictureOfPhoto)}
          label={`Photos of ${name}`}
          className="print:hidden"
        />
      )}
      {groups.length === 0 && (
        <p className="text-ink-2">Nothing more has been written down about {name} yet.</p>
      )}
      <div className="gap-x-10 sm:columns-2 print:columns-2">
        {groups.map(({ key, title, facts }) => (
          <section key={key} aria-label={title} className="mb-7 break-inside-avoid">
            <h3 className="mb-2 border-b pb-1.5 font-semibold">{title}</h3>
            <dl className="grid gap-2">
              {facts.map(({ label, value }) => (
                <div key={label}>
                  <dt className="text-sm text-ink-2">{label}</dt>
                  <dd className="whitespace-pre-line">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </article>
  )
}

function SheetHead({ pet }: { pet: Pet }) {
  const { id, name, species, breed, coat, birthOn, weightKg } = pet
  const [first] = pet.photos
  return (
    <header className="flex flex-wrap items-center gap-5">
      <Photo
        picture={
          first
            ? { ...pictureOfPhoto(first), alt: first.alt || name }
            : { seed: { id, species, coat: coat ?? undefined }, alt: '' }
        }
        sizes="112px"
        className="h-25 w-28 shrink-0 rounded-picture"
      />
      <div className="grid gap-1">
        <h2 id="sheet">Care sheet of {name}</h2>
        <p className="text-ink-2">
          {joined(
            capitalised(speciesWord(species)),
            breed,
            birthOn && ageOf(birthOn, todayIn(deviceZone())),
            weightKg !== null && formatKilograms(weightKg),
          )}
        </p>
      </div>
    </header>
  )
}
