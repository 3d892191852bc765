import type { Service } from '#contract/codes.ts'
import { serviceNames } from '#contract/words.ts'
import { speciesOptions } from '#web/pets/pet-words.ts'
import { type SitterFields, toggled } from '#web/sitters/own/fields-props.ts'
import { RateFields } from '#web/sitters/own/rate-fields.tsx'
import { blankService, type ServiceForm } from '#web/sitters/own/sitter-form.ts'
import { type Medians, useMedians } from '#web/sitters/own/use-rates.ts'
import { Card } from '#web/ui/card.tsx'
import { ToggleChip } from '#web/ui/chip.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import type { FieldTable } from '#web/ui/forms/field-table.ts'
import { FieldError, fieldId } from '#web/ui/forms/field.tsx'
import { FormFields } from '#web/ui/forms/form-fields.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { offeredOrder } from '#web/words.ts'

/** Descriptions of the services for sitters. */
const sitterLines: Record<Service, string> = {
  boarding: 'Guests stay overnight in your home',
  house_sitting: 'You stay overnight in the owner’s home',
  day_care: 'Guests spend the day in your home',
  drop_in: 'You visit for 30 or 60 minutes',
  dog_walking: 'You fetch the dog for a walk of 30 or 60 minutes',
}

/** The five services; those that are offered are expanded with their rates and rules. */
export function ServiceFields(props: SitterFields) {
  const { form, errorFor } = props
  const medians = useMedians(form.place?.id ?? null)
  return (
    <div id={fieldId('services')} className="grid gap-4">
      {errorFor('services') && <FieldError id="services-error">{errorFor('services')}</FieldError>}
      {offeredOrder.map((service) => (
        <OneService key={service} service={service} medians={medians} {...props} />
      ))}
    </div>
  )
}

type OneServiceProps = SitterFields & { service: Service; medians: Medians | null }

function OneService({ service, medians, form, change, errorFor, defaults }: OneServiceProps) {
  const value = form.services[service]
  const put = (next: ServiceForm) => change({ services: { ...form.services, [service]: next } })
  const offer = (active: boolean) => put({ ...(value ?? blankService(service, defaults)), active })
  const set = (part: Partial<ServiceForm>) => value && put({ ...value, ...part })
  return (
    <Card padding="small" className="grid gap-5 sm:p-5">
      <Checkbox
        label={<span className="font-semibold">{serviceNames[service]}</span>}
        hint={sitterLines[service]}
        name={`${service}.active`}
        checked={value?.active ?? false}
        onChange={(event) => offer(event.target.checked)}
      />
      {value?.active && (
        <div className="grid gap-6 border-t pt-5">
          <RateFields
            {...{ service, value, set, errorFor, medians }}
            currency={defaults.currency}
            placeName={form.place?.name ?? null}
          />
          <AcceptFields {...{ service, value, set, errorFor }} />
        </div>
      )}
    </Card>
  )
}

type AcceptFieldsProps = {
  service: Service
  value: ServiceForm
  set: (part: Partial<ServiceForm>) => void
  errorFor: (name: string) => string | undefined
}

/** Name and error of a field of the service. */
type FieldOf = (name: string) => { name: string; error: string | undefined }

const away = (service: Service) => service !== 'boarding' && service !== 'day_care'

/** The pets that the sitter accepts; the name of a rule that is not met is given in the refusal. */
function AcceptFields({ service, value, set, errorFor }: AcceptFieldsProps) {
  const field: FieldOf = (name) => ({ name: `${service}.${name}`, error: errorFor(`${service}.${name}`) })
  return (
    <div className="grid gap-5">
      <FieldGroup label="Which pets" {...field('species')} role="group">
        <div className="flex flex-wrap gap-2">
          {speciesOptions.map(({ value: kind, label }) => (
            <ToggleChip
              key={kind}
              selected={value.species.includes(kind)}
              onToggle={(selected) => set({ species: toggled(value.species, kind, selected) })}
            >
              {label}
            </ToggleChip>
          ))}
        </div>
      </FieldGroup>
      <LimitFields {...{ service, value, set, errorFor }} />
      <NumberStepper
        label="Pets of one household at most"
        unit="pet"
        min={1}
        max={20}
        {...field('maxPets')}
        value={value.maxPets}
        onChange={(maxPets) => set({ maxPets })}
      />
    </div>
  )
}

type Limits = Pick<
  ServiceForm,
  'minWeight' | 'maxWeight' | 'puppies' | 'unneutered' | 'medication' | 'radiusKm'
>

const limitFields = (service: Service): FieldTable<Limits> => ({
  minWeight: { label: 'From', kind: 'line', optional: true, inputMode: 'decimal', unit: 'kg' },
  maxWeight: { label: 'Up to', kind: 'line', optional: true, inputMode: 'decimal', unit: 'kg' },
  puppies: { label: 'Puppies and kittens', kind: 'checkbox' },
  unneutered: { label: 'Pets that are not neutered', kind: 'checkbox' },
  medication: { label: 'I give medicine', kind: 'checkbox' },
  radiusKm: {
    label: 'How far you go',
    kind: 'line',
    optional: true,
    inputMode: 'decimal',
    unit: 'km',
    appliesTo: () => away(service),
  },
})

function LimitFields({ service, value, set, errorFor }: AcceptFieldsProps) {
  return (
    <details>
      <summary className="link w-fit py-2 text-sm">Size, age and health (optional)</summary>
      <div className="mt-3 grid items-start gap-5 sm:grid-cols-2">
        <FormFields
          fields={limitFields(service)}
          values={value}
          set={(name, entered) => set({ [name]: entered })}
          errorFor={errorFor}
          scope={service}
        />
      </div>
    </details>
  )
}
