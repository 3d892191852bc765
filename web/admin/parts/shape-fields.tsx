import type { CSSProperties } from 'react'
import { lookProperties } from '#contract/look/codes.ts'
import { keysOf } from '#contract/entries.ts'
import type { Look } from '#contract/look.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Select } from '#web/ui/forms/select.tsx'

type Shape = Look['shape']
type ShapeFieldsProps = { shape: Shape; onChange: (shape: Shape) => void }

const words = {
  corners: { label: 'Corners', options: { round: 'Round', slight: 'Slightly round', square: 'Square' } },
  headings: {
    label: 'Headings',
    options: { serif: 'With serifs (Fraunces)', sans: 'Like the text (Figtree)' },
  },
  shadows: { label: 'Shadows of cards', options: { soft: 'Soft', none: 'None' } },
} as const satisfies { [Name in keyof Shape]: { label: string; options: Record<Shape[Name], string> } }

/** Corners, headings and shadows, with a sample of them. */
export default function ShapeFields({ shape, onChange }: ShapeFieldsProps) {
  const style: CSSProperties & Record<`--${string}`, string> = {
    ...lookProperties.corners[shape.corners],
    ...lookProperties.headings[shape.headings],
    ...lookProperties.shadows[shape.shadows],
  }
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-3">
        {keysOf(words).map((name) => (
          <Select
            key={name}
            name={`shape.${name}`}
            label={words[name].label}
            value={shape[name]}
            options={Object.entries(words[name].options).map(([value, label]) => ({ value, label }))}
            onChange={(event) => onChange({ ...shape, [name]: event.target.value })}
          />
        ))}
      </div>
      <figure className="grid gap-3 rounded-card bg-paper p-4" style={style}>
        <figcaption className="text-sm text-ink-2">Preview of shapes</figcaption>
        <div className="card grid justify-items-start gap-3 p-4">
          <p className="heading text-xl">A quiet house by the river</p>
          <Badge tone="green">Trusted sitter</Badge>
          <span className={buttonStyle({ kind: 'primary' })}>Request to book</span>
        </div>
      </figure>
    </div>
  )
}
