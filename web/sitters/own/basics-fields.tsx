import { skills } from '#contract/codes.ts'
import { formatLanguage } from '#web/format.ts'
import { PlaceField } from '#web/places/place-field.tsx'
import { skillNames } from '#web/search/filter-words.ts'
import { type SitterFields, toggled } from '#web/sitters/own/fields-props.ts'
import { ToggleChip } from '#web/ui/chip.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

const commonLanguages = ['en', 'pt', 'es', 'fr', 'de', 'it', 'nl', 'pl', 'uk', 'ru', 'ar', 'zh', 'hi']

export function BasicsFields(props: SitterFields) {
  const { form, change, errorFor } = props
  return (
    <div className="grid gap-6">
      <TextField
        label="Headline"
        name="headline"
        hint="The first thing owners read: “Fenced garden, one resident dog”."
        maxLength={80}
        value={form.headline}
        error={errorFor('headline')}
        onChange={(event) => change({ headline: event.target.value })}
      />
      <TextArea
        label="About you"
        name="bio"
        optional
        hint="What a day with you is like, and which pets you know well."
        rows={6}
        maxLength={4000}
        value={form.bio}
        error={errorFor('bio')}
        onChange={(event) => change({ bio: event.target.value })}
      />
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <PlaceField
          label="Town"
          id="field-place"
          defaultPlace={form.place}
          hint="Owners see the neighbourhood on a map, never your address."
          error={errorFor('place')}
          onChoose={(place) => change({ place })}
        />
        <TextField
          label="Neighbourhood"
          name="neighbourhood"
          optional
          maxLength={60}
          value={form.neighbourhood}
          error={errorFor('neighbourhood')}
          onChange={(event) => change({ neighbourhood: event.target.value })}
        />
        <TextField
          label="Years with pets"
          name="experienceYears"
          optional
          inputMode="numeric"
          value={form.experienceYears}
          error={errorFor('experienceYears')}
          onChange={(event) => change({ experienceYears: event.target.value })}
        />
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
