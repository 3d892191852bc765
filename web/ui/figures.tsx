import { Card } from '#web/ui/card.tsx'

export type Figure = { label: string; value: string; note: string }

/** Figures in large print, each in a card with its label above and a note below. `className` sets the columns. */
export function Figures({ figures, className }: { figures: readonly Figure[]; className: string }) {
  return (
    <dl className={`grid gap-3 sm:gap-4 ${className}`}>
      {figures.map(({ label, value, note }) => (
        <Card key={label} padding="small" className="grid content-start gap-1">
          <dt className="text-sm font-semibold text-ink-2">{label}</dt>
          <dd className="grid gap-1">
            <span className="heading figures text-2xl">{value}</span>
            <span className="text-sm text-ink-2">{note}</span>
          </dd>
        </Card>
      ))}
    </dl>
  )
}
