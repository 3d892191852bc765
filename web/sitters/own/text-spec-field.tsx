import type { TextSpec } from '#web/sitters/own/text-specs.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

type TextSpecFieldProps = {
  spec: TextSpec
  name: string
  value: string
  error: string | undefined
  onType: (value: string) => void
}

const inputModes = { line: 'text', 'whole number': 'numeric', number: 'decimal' } as const

/** One text field of the sitter's form, rendered from its description. */
export function TextSpecField({ spec, name, value, error, onType }: TextSpecFieldProps) {
  const { label, kind, hint, optional, maxLength, unit } = spec
  const shared = { label, name, hint, optional, maxLength, value, error }
  if (kind === 'text')
    return <TextArea {...shared} rows={6} onChange={(event) => onType(event.target.value)} />
  return (
    <TextField
      {...shared}
      inputMode={inputModes[kind]}
      after={unit}
      className={unit && 'max-w-56'}
      onChange={(event) => onType(event.target.value)}
    />
  )
}
