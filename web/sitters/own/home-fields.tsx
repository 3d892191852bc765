import { childrenAtHome, gardens, homeTypes } from '#contract/codes.ts'
import { keysOf } from '#contract/entries.ts'
import { homeNames } from '#web/search/filter-words.ts'
import type { SitterFields } from '#web/sitters/own/fields-props.ts'
import type { SitterForm } from '#web/sitters/own/sitter-form.ts'
import { TextSpecField } from '#web/sitters/own/text-spec-field.tsx'
import { homeSpecs } from '#web/sitters/own/text-specs.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'

type Home = SitterForm['home']

const childrenNames: Record<Home['children'], string> = {
  none: 'None',
  young: 'Young ones',
  older: 'Older ones',
}

type ChoiceProps<C extends string> = {
  label: string
  name: string
  codes: readonly C[]
  value: C
  error: string | undefined
  onChoose: (code: C) => void
  nameOf: (code: C) => string
}

function Choice<C extends string>({ codes, nameOf, onChoose, ...group }: ChoiceProps<C>) {
  return (
    <RadioGroup
      look="row"
      {...group}
      options={codes.map((value) => ({ value, label: nameOf(value) }))}
      onChange={(value) => {
        const chosen = codes.find((code) => code === value)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}

export function HomeFields({ form, change, errorFor }: SitterFields) {
  const { home } = form
  const field = (name: string) => ({ name, error: errorFor(name) })
  const set = (part: Partial<Home>) => change({ home: { ...home, ...part } })
  return (
    <div className="grid gap-7">
      <Choice
        label="You live in"
        {...field('type')}
        codes={homeTypes}
        value={home.type}
        onChoose={(type) => set({ type })}
        nameOf={(code) => homeNames[code] ?? code}
      />
      <Choice
        label="Garden"
        {...field('garden')}
        codes={gardens}
        value={home.garden}
        onChoose={(garden) => set({ garden })}
        nameOf={(code) => homeNames[code] ?? code}
      />
      <Choice
        label="Children at home"
        {...field('children')}
        codes={childrenAtHome}
        value={home.children}
        onChoose={(children) => set({ children })}
        nameOf={(code) => childrenNames[code]}
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
      {keysOf(homeSpecs).map((name) => (
        <TextSpecField
          key={name}
          spec={homeSpecs[name]}
          {...field(name)}
          value={home[name]}
          onType={(value) => set({ [name]: value })}
        />
      ))}
    </div>
  )
}
