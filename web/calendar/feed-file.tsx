import { useRef } from 'react'
import { mostFileCharacters } from '#contract/calendar/codes.ts'
import type { FeedFile } from '#contract/calendar/feeds.ts'
import { Button } from '#web/ui/button.tsx'

type FeedFileButtonProps = {
  label: string
  /** Said in place of the label, where more than one stands on the page. */
  name?: string
  pending?: string | false
  onPicked: (file: FeedFile) => void
  onRefused: (why: string) => void
}

/** Picks a calendar's file (.ics) and reads it as text. */
export function FeedFileButton({
  label,
  name = label,
  pending = false,
  onPicked,
  onRefused,
}: FeedFileButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  const read = async (file: File) => {
    // No character is shorter than a byte, so nothing is read in vain.
    if (file.size > mostFileCharacters)
      return onRefused('This file is larger than 200 kB. Export only what is ahead.')
    onPicked({ name: file.name.slice(0, 120), text: await file.text() })
  }
  return (
    <>
      <Button
        size="small"
        className="justify-self-start"
        pending={pending}
        aria-label={name}
        onClick={() => picker.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={name}
        tabIndex={-1}
        accept=".ics,text/calendar"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void read(file)
        }}
      />
    </>
  )
}
