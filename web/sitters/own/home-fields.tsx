import { childrenAtHome, gardens, homeTypes } from '#contract/codes.ts'
import { homeNames } from '#web/search/filter-words.ts'
import type { SitterFields } from '#web/sitters/own/fields-props.ts'
import type { SitterForm } from '#web/sitters/own/sitter-form.ts'
import { homeSpecs } from '#web/sitters/own/text-specs.ts'
import type { FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields } from '#web/ui/forms/form-fields.tsx'

type Home = SitterForm['home']

const childrenNames: Record<Home['children'], string> = {
  none: 'None',
  young: 'Young ones',
  older: 'Older ones',
}

const homeFields: FieldTable<Home> = {
  type: {
    label: 'You live in',
    kind: 'choice',
    variant: 'row',
    options: homeTypes.map((value) => ({ value, label: homeNames[value] ?? value })),
  },
  garden: {
    label: 'Garden',
    kind: 'choice',
    variant: 'row',
    options: gardens.map((value) => ({ value, label: homeNames[value] ?? value })),
  },
  children: {
    label: 'Children at home',
    kind: 'choice',
    variant: 'row',
    options: childrenAtHome.map((value) => ({ value, label: childrenNames[value] })),
  },
  smokeFree: { label: 'Nobody smokes indoors', kind: 'checkbox' },
  car: { label: 'I have a car', kind: 'checkbox', hint: 'For trips to the vet, or to pick up a guest.' },
  ...homeSpecs,
}

export function HomeFields({ form: { home }, change, errorFor }: SitterFields) {
  return (
    <div className="grid gap-6">
      <FormFields
        fields={homeFields}
        values={home}
        set={(name, value) => change({ home: { ...home, [name]: value } })}
        errorFor={errorFor}
      />
    </div>
  )
}
