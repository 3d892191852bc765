import { useId, useState } from 'react'
import { answerHours, isStay } from '#contract/codes.ts'
import { formatLanguage } from '#web/format.ts'
import { Boxes, type ChoiceProps, Counted } from '#web/search/filter-choices.tsx'
import { answersInWords } from '#web/search/search-words.ts'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { policyNames } from '#web/words.ts'

const commonLanguages = ['en', 'pt', 'es', 'fr', 'de', 'it']

const mostLanguages = 12

/**
 * Languages that sitters here speak, the most common first; well-known ones until the counts arrive. A listed language
 * never disappears.
 */
export function LanguageChoice({ search, choices }: ChoiceProps) {
  const spoken = Object.entries(choices?.languages ?? {})
    .sort(([, a], [, b]) => b - a)
    .map(([code]) => code)
  const [known, setKnown] = useState(search.languages)
  const added = spoken
    .filter((code) => !known.includes(code))
    .slice(0, Math.max(0, mostLanguages - known.length))
  if (added.length > 0) setKnown([...known, ...added])
  const codes = known.length > search.languages.length ? known : [...new Set([...known, ...commonLanguages])]
  return (
    <Boxes
      label="Speaks one of"
      name="languages"
      codes={codes}
      chosen={search.languages}
      words={Object.fromEntries(codes.map((code) => [code, formatLanguage(code)]))}
      counts={choices?.languages}
    />
  )
}

const stayPolicies = ['flexible', 'moderate', 'strict'] as const

/** Visits, walks and day care share one policy, so for them there is nothing to choose. */
export function PolicyChoice({ search, choices }: ChoiceProps) {
  if (search.service && !isStay(search.service) && search.policy.length === 0) return null
  return (
    <Boxes
      label="Cancellation"
      name="policy"
      codes={search.policy.includes('per_unit_24h') ? [...stayPolicies, 'per_unit_24h'] : stayPolicies}
      chosen={search.policy}
      words={policyNames}
      counts={choices?.policy}
    />
  )
}

export function AnswerChoice({ search, choices }: ChoiceProps) {
  const id = useId()
  const options = [
    { value: '', label: 'Any time', count: undefined },
    ...answerHours.map((hours) => ({
      value: `${hours}`,
      label: answersInWords(hours),
      count: choices?.answersWithin[`${hours}`],
    })),
  ]
  return (
    <FieldGroup label="Answers requests" role="radiogroup">
      {options.map(({ value, label, count }) => (
        <label key={value} htmlFor={`${id}-${value}`} className="flex cursor-pointer items-center gap-3 py-1">
          <input
            type="radio"
            id={`${id}-${value}`}
            name="answersWithin"
            value={value}
            defaultChecked={`${search.answersWithin ?? ''}` === value}
            className="size-5 accent-green"
          />
          <span>
            <Counted {...{ label, count }} />
          </span>
        </label>
      ))}
    </FieldGroup>
  )
}
