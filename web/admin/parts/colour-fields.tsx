import type { Look } from '#contract/look.ts'
import { type ColourFault, faultsOf, type Palette, paletteOf } from '#contract/palette.ts'
import { complete, isHex, styleOf } from '#web/admin/parts/sample-colours.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

type Colours = Look['colours']
type ColourFieldsProps = {
  colours: Colours
  onChange: (colours: Colours) => void
  errorFor: (name: string) => string | undefined
}

/** The colours of the site, with a sample of them in both themes that follows every change. */
export default function ColourFields({ colours, onChange, errorFor }: ColourFieldsProps) {
  const shown = complete(colours)
  const palette = paletteOf(shown)
  const faults = faultsOf(shown)
  // Of what the server refused, only what is still in the field: the rest is checked here with every change.
  const errorOf = (field: ColourFault['field']) =>
    faults.find((fault) => fault.field === field)?.message ??
    (colours[field] === shown[field] ? undefined : errorFor(`colours.${field}`))
  return (
    <div className="grid gap-5">
      <ColourField
        name="main"
        label="Main colour"
        hint="The logo, links and marks. Left empty, it is the original green."
        value={colours.main}
        standard={palette.green[0]}
        error={errorOf('main')}
        onChange={(main) => onChange({ ...colours, main })}
      />
      <ColourField
        name="accent"
        label="Accent colour"
        hint="Buttons that lead on, and stars. Left empty, it is the original gold."
        value={colours.accent}
        standard={palette.gold[0]}
        error={errorOf('accent')}
        onChange={(accent) => onChange({ ...colours, accent })}
      />
      <details>
        <summary className="link w-fit cursor-pointer">Single colours, as CSS</summary>
        <TextArea
          name="colours.custom"
          label="Custom properties"
          optional
          hint="One in each line, for both themes or each: --paper: light-dark(#fffaf0, #191610)"
          value={colours.custom}
          error={errorOf('custom')}
          rows={4}
          maxLength={2000}
          className="mt-3 max-w-measure"
          spellCheck={false}
          onChange={(event) => onChange({ ...colours, custom: event.target.value })}
        />
      </details>
      <section aria-label="Preview" className="grid gap-4 sm:grid-cols-2">
        <Sample palette={palette} theme="light" />
        <Sample palette={palette} theme="dark" />
      </section>
    </div>
  )
}

type ColourFieldProps = {
  name: 'main' | 'accent'
  label: string
  hint: string
  value: string | null
  standard: string
  error: string | undefined
  onChange: (value: string | null) => void
}

/** A colour as text, which can be pasted, and as the browser's own colour picker. */
function ColourField({ name, label, hint, value, standard, error, onChange }: ColourFieldProps) {
  return (
    <div className="flex max-w-measure items-start gap-3">
      <TextField
        name={`colours.${name}`}
        label={label}
        hint={hint}
        value={value ?? ''}
        error={error}
        placeholder={standard}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.trim() || null)}
        className="min-w-0 grow"
      />
      <input
        type="color"
        aria-label={`Pick the ${label.toLowerCase()}`}
        value={value && isHex(value) ? value.toLowerCase() : standard}
        onChange={(event) => onChange(event.target.value)}
        className="mt-7 h-12 w-14 shrink-0 cursor-pointer rounded-control border border-control bg-card p-1"
      />
    </div>
  )
}

const themeNames = { light: 'Light theme', dark: 'Dark theme' } as const

function Sample({ palette, theme }: { palette: Palette; theme: 'light' | 'dark' }) {
  return (
    <figure style={styleOf(palette, theme)} className="rounded-card border border-line bg-paper p-4 text-ink">
      <figcaption className="text-sm text-ink-2">{themeNames[theme]}</figcaption>
      <div className="mt-3 grid justify-items-start gap-3 rounded-card border border-line bg-card p-4">
        <Icon name="paw-print" size={28} className="text-green" />
        <p className="heading text-lg">A quiet house by the river</p>
        <p className="text-[0.9375rem] text-ink-2">Four nights, three walks a day.</p>
        <p className="flex flex-wrap gap-2">
          <Badge tone="green">Trusted sitter</Badge>
          <Badge tone="gold">New here</Badge>
        </p>
        <span className="link">What is included</span>
        <span className={buttonStyle({ kind: 'primary' })}>Request to book</span>
      </div>
    </figure>
  )
}
