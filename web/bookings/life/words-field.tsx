import { TextArea } from '#web/ui/forms/text-area.tsx'

type WordsFieldProps = {
  /** First name of the recipient. */
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** An optional message that is sent with a booking step. */
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
