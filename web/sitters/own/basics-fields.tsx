import { skills } from '#contract/codes.ts'
import { keysOf } from '#contract/entries.ts'
import { formatLanguage } from '#web/format.ts'
import { PlaceField } from '#web/places/place-field.tsx'
import { skillNames } from '#web/search/filter-words.ts'
import { type SitterFields, toggled } from '#web/sitters/own/fields-props.ts'
import { basicsSpecs } from '#web/sitters/own/text-specs.ts'
import { ToggleChip } from '#web/ui/chip.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { FormField } from '#web/ui/forms/form-fields.tsx'

const commonLanguages = ['en', 'pt', 'es', 'fr', 'de', 'it', 'nl', 'pl', 'uk', 'ru', 'ar', 'zh', 'hi']

export function BasicsFields(props: SitterFields) {
  const { form, change, errorFor } = props
  const fields = (isWide: boolean) =>
    keysOf(basicsSpecs)
      .filter((name) => (basicsSpecs[name].isWide ?? false) === isWide)
      .map((name) => (
        <FormField
          key={name}
          spec={basicsSpecs[name]}
          name={name}
          value={form[name]}
          error={errorFor(name)}
          onChange={(value) => change({ [name]: value })}
        />
      ))
  return (
    <div className="grid gap-6">
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {fields(true)}
        <PlaceField
          label="Town"
          id="field-place"
          defaultPlace={form.place}
          hint="Owners see the neighbourhood on a map, never your address."
          error={errorFor('place')}
          onChoose={(place) => change({ place })}
        />
        {fields(false)}
      </div>
      <LanguageChips {...props} />
      <SkillChips {...props} />
    </div>
  )
}

function LanguageChips({ form, change, errorFor }: SitterFields) {
  const languages = [...new Set([...commonLanguages, ...form.languages])]
  return (
    <FieldGroup label="Languages" name="languages" optional role="group" error={errorFor('languages')}>
      <div className="flex flex-wrap gap-2">
        {languages.map((code) => (
          <ToggleChip
            key={code}
            selected={form.languages.includes(code)}
            onToggle={(selected) => change({ languages: toggled(form.languages, code, selected) })}
          >
            {formatLanguage(code)}
          </ToggleChip>
        ))}
      </div>
    </FieldGroup>
  )
}

function SkillChips({ form, change, errorFor }: SitterFields) {
  return (
    <FieldGroup label="Skills" name="skills" optional role="group" error={errorFor('skills')}>
      <div className="flex flex-wrap gap-2">
        {skills.map((skill) => (
          <ToggleChip
            key={skill}
            selected={form.skills.includes(skill)}
            onToggle={(selected) => change({ skills: toggled(form.skills, skill, selected) })}
          >
            {skillNames[skill]}
          </ToggleChip>
        ))}
      </div>
    </FieldGroup>
  )
}
