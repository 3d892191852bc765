import { TextArea } from '#web/ui/forms/text-area.tsx'

type WordsFieldProps = {
  /** Who reads them. */
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A few words that go with a move of a booking. */
export function WordsField({ name, value, error, onChange }: WordsFieldProps) {
  return (
    <TextArea
      label={`A few words to ${name}`}
      name="note"
      optional
      rows={2}
      maxLength={2000}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
