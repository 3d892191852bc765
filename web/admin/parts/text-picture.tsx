import { type FormEvent, useRef, useState } from 'react'
import type { Photo } from '#contract/files/files.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { FileInput } from '#web/files/file-input.tsx'
import { SendingTiles } from '#web/files/sending-tile.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Characters that would end the words of a picture in Markdown. */
const markdownSigns = /[[\]\\]/g

/** Uploads a picture, asks for its description, and returns it as Markdown for the text. */
export function TextPicture({ onAdded }: { onAdded: (markdown: string) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  const [photo, setPhoto] = useState<Photo | null>(null)
  const uploads = useUploads({ kind: 'look', onReady: (ready) => setPhoto(ready.photo) })
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        size="small"
        icon={<Icon name="image-plus" size={18} />}
        disabled={uploads.isBusy}
        onClick={() => picker.current?.click()}
      >
        Add a picture
      </Button>
      <FileInput
        ref={picker}
        kind="look"
        label="Picture for the text"
        onChoose={(files) => {
          for (const { key } of uploads.sending) uploads.putAway(key)
          uploads.add(files.slice(0, 1))
        }}
      />
      <SendingTiles uploads={uploads} />
      {photo && (
        <Description
          key={photo.id}
          photo={photo}
          onDone={(markdown) => {
            setPhoto(null)
            if (markdown !== null) onAdded(markdown)
          }}
        />
      )}
    </div>
  )
}

type DescriptionProps = { photo: Photo; onDone: (markdown: string | null) => void }

function Description({ photo, onDone }: DescriptionProps) {
  const [words, setWords] = useState('')
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const alt = words.replaceAll(markdownSigns, '').trim()
    if (alt === '') return refuse([{ name: 'alt', message: 'Describe the picture' }])
    void run(async () => {
      const { url, width, height } = await api('POST /v1/admin/content/pictures', {
        body: { fileId: photo.id },
      })
      onDone(`![${alt}](${url}#${width}x${height})`)
    })
  }
  return (
    <form noValidate onSubmit={add} className="grid w-full gap-3 rounded-card border border-line p-4">
      <ErrorSummary errors={errors} attempt={attempt} />
      <img src={photo.sizes[0]!.url} alt="" className="max-h-32 w-auto justify-self-start rounded-control" />
      <TextField
        name="alt"
        label="What the picture shows"
        hint="For people who cannot see it, and for search engines."
        maxLength={200}
        value={words}
        error={errorFor('alt')}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" kind="primary" pending={pending && 'Adding…'}>
          Put it into the text
        </Button>
        <Button size="small" onClick={() => onDone(null)}>
          Leave it out
        </Button>
      </div>
    </form>
  )
}
