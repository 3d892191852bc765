import { Icon } from '#web/ui/icon.tsx'
import { type ToiletKind, toiletKinds } from '#contract/codes.ts'
import { timeOnly } from '#web/care/care-words.ts'
import type { PartProps } from '#web/care/parts/part-props.ts'
import { recordEntry } from '#web/care/sync.ts'
import { formatInstant } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'

const words: Record<ToiletKind, string> = { pee: 'Pee', poo: 'Poo' }

/** One tap adds one; another button removes the last one. */
export function CountsPart({ bookingId, card, writable, timeZone }: PartProps) {
  return (
    <section aria-labelledby="counts" className="grid gap-3">
      <h3 id="counts" className="text-lg">
        Toilet
      </h3>
      <ul className="grid gap-3 sm:grid-cols-2">
        {toiletKinds.map((what) => {
          const last = card[what].at(-1)
          return (
            <li
              key={what}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line p-3"
            >
              <p className="mr-auto">
                <span className="font-medium">{words[what]}</span>{' '}
                <output className="figures font-semibold" aria-label={`${words[what]}, how often`}>
                  {card[what].length}
                </output>
                {last && (
                  <span className="figures block text-sm text-ink-2">
                    last {timeOnly(formatInstant(last.at, timeZone))}
                  </span>
                )}
              </p>
              {writable && last && (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`Undo the last ${what}`}
                  onClick={() => void recordEntry(bookingId, { kind: 'withdraw', entryId: last.id })}
                >
                  Undo
                </Button>
              )}
              {writable && (
                <Button
                  iconOnly
                  aria-label={`One more ${what}`}
                  icon={<Icon name="plus" size={20} />}
                  onClick={() => void recordEntry(bookingId, { kind: 'toilet', unit: card.unit, what })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
