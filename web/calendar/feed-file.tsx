import { useRef } from 'react'
import { maxFeedFileCharacters } from '#contract/calendar/codes.ts'
import type { FeedFile } from '#contract/calendar/feeds.ts'
import { Button } from '#web/ui/button.tsx'

type FeedFileButtonProps = {
  label: string
  /** Accessible name in place of the label, if the page has several of these buttons. */
  name?: string
  pending?: string | false
  onPicked: (file: FeedFile) => void
  onRefused: (why: string) => void
}

/** Picks an .ics file and reads it as text. */
export function FeedFileButton({
  label,
  name = label,
  pending = false,
  onPicked,
  onRefused,
}: FeedFileButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  const read = async (file: File) => {
    // A character takes at least one byte, so a file of this many bytes or fewer is never too long.
    if (file.size > maxFeedFileCharacters)
      return onRefused('This file is larger than 200 kB. Export only future entries.')
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
