import { childrenAtHome, gardens, homeTypes } from '#contract/codes.ts'
import { homeNames } from '#web/search/filter-words.ts'
import type { SitterFields } from '#web/sitters/own/fields-props.ts'
import type { SitterForm } from '#web/sitters/own/sitter-form.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'

type Home = SitterForm['home']

const childrenNames: Record<Home['children'], string> = {
  none: 'None',
  young: 'Young ones',
  older: 'Older ones',
}
const optionsOf = <T extends string>(codes: readonly T[], nameOf: (code: T) => string) =>
  codes.map((value) => ({ value, label: nameOf(value) }))

export function HomeFields({ form, change, errorFor }: SitterFields) {
  const { home } = form
  const set = (part: Partial<Home>) => change({ home: { ...home, ...part } })
  return (
    <div className="grid gap-7">
      <RadioGroup
        label="You live in"
        name="type"
        look="row"
        value={home.type}
        error={errorFor('type')}
        onChange={(type) => set({ type: type as Home['type'] })}
        options={optionsOf(homeTypes, (code) => homeNames[code] ?? code)}
      />
      <RadioGroup
        label="Garden"
        name="garden"
        look="row"
        value={home.garden}
        error={errorFor('garden')}
        onChange={(garden) => set({ garden: garden as Home['garden'] })}
        options={optionsOf(gardens, (code) => homeNames[code] ?? code)}
      />
      <RadioGroup
        label="Children at home"
        name="children"
        look="row"
        value={home.children}
        error={errorFor('children')}
        onChange={(children) => set({ children: children as Home['children'] })}
        options={optionsOf(childrenAtHome, (code) => childrenNames[code])}
      />
      <div className="grid gap-4">
        <Checkbox
          label="Nobody smokes indoors"
          name="smokeFree"
          checked={home.smokeFree}
          onChange={(event) => set({ smokeFree: event.target.checked })}
        />
        <Checkbox
          label="I have a car"
          name="car"
          hint="For trips to the vet, or to fetch a guest."
          checked={home.car}
          onChange={(event) => set({ car: event.target.checked })}
        />
      </div>
      <TextField
        label="A guest is alone for at most"
        name="aloneMaxHours"
        optional
        inputMode="decimal"
        after="hours"
        className="max-w-56"
        value={home.aloneMaxHours}
        error={errorFor('aloneMaxHours')}
        onChange={(event) => set({ aloneMaxHours: event.target.value })}
      />
    </div>
  )
}
