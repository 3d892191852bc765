import { Icon } from '#web/ui/icon.tsx'
import type { Service } from '#contract/codes.ts'
import { formatShortMoney, listWords, serviceNames } from '#contract/words.ts'
import { formatLanguage } from '#web/format.ts'
import { homeNames, skillNames } from '#web/search/filter-words.ts'
import { activeIn, type SitterForm } from '#web/sitters/own/sitter-form.ts'
import { useFees } from '#web/sitters/own/use-rates.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Face, type ShownFace } from '#web/ui/face.tsx'
import { capitalised, policyNames, speciesWord, unitWord } from '#web/words.ts'

/** First name and initial, as shown to visitors. */
export function shownName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const initial = rest.at(-1)?.[0]
  return initial ? `${first} ${initial.toLocaleUpperCase('en-GB')}.` : first
}

type PreviewProps = { form: SitterForm; name: string; face: ShownFace; currency: string; label?: string }

/** The profile as owners will see it. */
export function Preview({
  form,
  name,
  face,
  currency,
  label = 'Your profile as owners see it',
}: PreviewProps) {
  const where = [form.neighbourhood, form.place?.name].filter(Boolean).join(', ')
  const facts = [
    homeNames[form.home.type],
    homeNames[form.home.garden],
    form.home.smokeFree && 'Smoke-free',
    form.home.car && 'Has a car',
    form.experienceYears && `${form.experienceYears} years with pets`,
    ...form.skills.map((skill) => skillNames[skill]),
  ].filter((fact): fact is string => Boolean(fact))
  return (
    <Card as="section" aria-label={label} className="grid gap-6">
      <div className="flex flex-wrap items-center gap-4">
        <Face {...{ name, face }} size="large" />
        <div className="grid gap-1">
          <p className="heading text-2xl">{shownName(name)}</p>
          {form.headline && <p className="text-lg text-ink-2">{form.headline}</p>}
          {where && (
            <p className="flex items-center gap-1.5 text-sm text-ink-2">
              <Icon name="map-pin" size={16} />
              {where}
            </p>
          )}
        </div>
      </div>
      {form.bio && <p className="max-w-measure whitespace-pre-line">{form.bio}</p>}
      <ul className="flex flex-wrap gap-2">
        {facts.map((fact) => (
          <li key={fact}>
            <Chip>{fact}</Chip>
          </li>
        ))}
      </ul>
      {form.languages.length > 0 && (
        <p className="text-[0.9375rem] text-ink-2">Speaks {listWords(form.languages.map(formatLanguage))}.</p>
      )}
      <ul className="grid gap-3">
        {activeIn(form).map((code) => (
          <PreviewService key={code} code={code} form={form} currency={currency} />
        ))}
      </ul>
    </Card>
  )
}

function PreviewService({ code, form, currency }: { code: Service; form: SitterForm; currency: string }) {
  const { rates, species, policy } = form.services[code]!
  const fees = useFees(rates.base)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t pt-3">
      <span className="grid">
        <span className="font-semibold">{serviceNames[code]}</span>
        <span className="text-sm text-ink-2">
          {capitalised(listWords(species.map((kind) => speciesWord(kind, 2))))}. {policyNames[policy]}.
        </span>
      </span>
      <span className="figures font-semibold">
        {rates.base === null
          ? 'No rate yet'
          : fees && `${formatShortMoney(fees.total, currency)} a ${unitWord(code)}, fees included`}
      </span>
    </li>
  )
}
