import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useState } from 'react'
import type { PetDetail, Species } from '#contract/codes.ts'
import { PetField, type PetFormParts, PetRowList } from '#web/pets/pet-field.tsx'
import {
  type FieldPath,
  fieldSpecs,
  type PetGroup,
  petGroups,
  relevantOf,
  type RowList,
  rowLists,
} from '#web/pets/pet-fields.ts'
import type { PetForm } from '#web/pets/pet-form-state.ts'
import { cardStyle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import type { FormError } from '#web/ui/forms/error-summary.tsx'

const isRowList = (detail: PetDetail): detail is RowList => rowLists.some((list) => list === detail)
const pathsOf = (detail: PetDetail): FieldPath[] =>
  fieldSpecs.filter((spec) => spec.detail === detail).map(({ path }) => path)

/** Fields that are shown only after a certain answer. */
const shownIf: Partial<Record<FieldPath, (fields: PetForm['fields']) => boolean>> = {
  'behaviour.biteHistory': (fields) => fields['behaviour.bitten'] === 'yes',
  'emergency.spendLimit': (fields) => fields['emergency.consent'] === 'yes',
}

function isFilled(detail: PetDetail, { fields, rows }: PetForm): boolean {
  if (isRowList(detail)) return rows[detail].length > 0
  return pathsOf(detail).some((path) => (fields[path] ?? '').trim() !== '')
}

type PetGroupsProps = PetFormParts & {
  species: Species
  errors: readonly FormError[]
  openGroup: string | undefined
}

/** The optional groups, collapsed at first; a group with an error opens automatically. */
export function PetGroups({ species, errors, openGroup, ...parts }: PetGroupsProps) {
  const groups = petGroups.map((group) => ({ group, details: relevantOf(group, species) }))
  return (
    <div className="grid gap-4">
      {groups
        .filter(({ details }) => details.length > 0)
        .map(({ group, details }) => (
          <Group
            key={group.id}
            {...{ group, details }}
            {...parts}
            startsOpen={group.id === openGroup}
            wrong={errors.some(({ name }) => details.some((detail) => name?.split('.')[0] === detail))}
          />
        ))}
    </div>
  )
}

type GroupProps = PetFormParts & {
  group: PetGroup
  details: readonly PetDetail[]
  startsOpen: boolean
  wrong: boolean
}

function Group({ group, details, startsOpen, wrong, ...parts }: GroupProps) {
  const [open, setOpen] = useState(startsOpen)
  useEffect(() => {
    if (wrong) setOpen(true)
  }, [wrong])
  const filled = details.filter((detail) => isFilled(detail, parts.form)).length
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={cardStyle({ padding: 'none' })}
    >
      <summary className="flex min-h-14 items-center gap-4 rounded-card px-4 py-3 sm:px-6">
        <span className="heading flex-1 text-lg">
          {group.title} <span className="font-sans text-sm font-normal text-ink-2">(optional)</span>
        </span>
        <span className="figures text-sm text-ink-2">
          {filled} of {details.length}
        </span>
        <Icon name="chevron-down" size={20} className={cx('transition-transform', open && 'rotate-180')} />
      </summary>
      <div className="grid items-start gap-5 border-t px-4 py-5 sm:grid-cols-2 sm:px-6">
        {details.map((detail) =>
          isRowList(detail) ? (
            <PetRowList key={detail} list={detail} {...parts} />
          ) : (
            pathsOf(detail)
              .filter((path) => shownIf[path]?.(parts.form.fields) ?? true)
              .map((path) => <PetField key={path} path={path} {...parts} />)
          ),
        )}
      </div>
    </details>
  )
}
