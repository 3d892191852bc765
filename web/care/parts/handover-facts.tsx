import type { Handover } from '#contract/care/report-cards.ts'
import { isWaiting } from '#web/care/merge.ts'
import { CardPhoto } from '#web/care/parts/card-photo.tsx'
import { formatInstant } from '#web/format.ts'

/** A recorded handover. */
export function HandoverFacts({ handover, timeZone }: { handover: Handover; timeZone: string }) {
  const { at, items, condition, givenBy, takenBy, photo } = handover
  const facts = [
    ['When', formatInstant(at, timeZone)],
    ['Given by', givenBy],
    ['Taken by', takenBy],
    ['What changed hands', items || 'Nothing'],
    ['Condition', condition],
  ] as const
  return (
    <dl className="grid gap-x-5 gap-y-1.5 sm:grid-cols-[auto_1fr]">
      {facts.map(([label, value]) => (
        <div key={label} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="whitespace-pre-line">{value}</dd>
        </div>
      ))}
      {photo && (
        <div className="max-w-56 sm:col-span-2">
          <CardPhoto photo={photo} at={formatInstant(at, timeZone)} />
        </div>
      )}
      {isWaiting(handover) && <p className="text-sm text-ink-2 sm:col-span-2">Waiting for a connection.</p>}
    </dl>
  )
}
