import { useState } from 'react'
import type { Photo } from '#contract/files/files.ts'
import type { Look } from '#contract/look.ts'
import { PictureChooser } from '#web/admin/parts/picture-chooser.tsx'
import { TextField } from '#web/ui/forms/field.tsx'

type StartFieldsProps = {
  start: Look['start']
  /** The picture in force. */
  saved: Photo | null
  errorFor: (name: string) => string | undefined
  onChange: (start: Look['start']) => void
  onBusy: (isBusy: boolean) => void
}

/** The operator's own picture on the home page, with a sample of its two shapes. */
export default function StartFields({ start, saved, errorFor, onChange, onBusy }: StartFieldsProps) {
  const [picture, setPicture] = useState(saved)
  const shown = start && picture?.id === start.fileId ? picture : null
  return (
    <div className="grid gap-4">
      <p className="max-w-measure text-ink-2">
        {shown
          ? 'Your picture stands beside the title of the home page. Its middle is always visible; the edges may be cut off.'
          : 'The home page shows drawn dogs and cats. Upload a picture of your own to replace them.'}
      </p>
      <PictureChooser
        noun="picture"
        hasPicture={shown !== null}
        onChosen={(photo) => {
          setPicture(photo)
          onChange({ fileId: photo.id, alt: start?.alt ?? '' })
        }}
        onRemoved={() => onChange(null)}
        onBusy={onBusy}
      />
      {start && (
        <TextField
          name="start.alt"
          label="What the picture shows"
          hint="For people who cannot see it: A girl and a spaniel on the beach of Porto Pim."
          value={start.alt}
          error={errorFor('start.alt')}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange({ ...start, alt: event.target.value })}
          className="max-w-measure"
        />
      )}
      {shown && (
        <div className="flex flex-wrap items-start gap-4">
          <Sample picture={shown} words="On phones" className="aspect-2/1 w-52" />
          <Sample picture={shown} words="On wide screens" className="aspect-4/3 w-64" />
        </div>
      )}
    </div>
  )
}

type SampleProps = { picture: Photo; words: string; className: string }

function Sample({ picture, words, className }: SampleProps) {
  return (
    <figure className="grid gap-2">
      <img
        src={picture.sizes.find(({ width }) => width >= 640)?.url ?? picture.sizes.at(-1)!.url}
        alt=""
        className={`max-w-full rounded-picture object-cover ${className}`}
      />
      <figcaption className="text-sm text-ink-2">{words}</figcaption>
    </figure>
  )
}
