import { Icon } from '#web/ui/icon.tsx'
import { useRef, useState } from 'react'
import type { StoredDocument } from '#contract/files/files.ts'
import { FileInput } from '#web/files/file-input.tsx'
import { SendingTiles } from '#web/files/sending-tile.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { DocumentLink } from '#web/pets/document-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'

type DocumentFieldProps = {
  label: string
  name: string
  /** File id, or an empty string. */
  value: string
  set: (id: string) => void
  /** Documents saved earlier. */
  documents: readonly StoredDocument[]
  error?: string | undefined
}

/** Uploads a PDF or a photo of a document at once and stores its id in the form. */
export function DocumentField({ label, name, value, set, documents, error }: DocumentFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<StoredDocument | null>(null)
  const uploads = useUploads({
    kind: 'document',
    onReady({ id, name: fileName, bytes, photo }) {
      setSent({ id, name: fileName, bytes, photo, url: null })
      set(id)
    },
  })
  const shown = sent?.id === value ? sent : documents.find(({ id }) => id === value)
  return (
    <FieldGroup
      {...{ label, name, error }}
      optional
      hint="A photo or PDF. Only sitters you ask or book see it."
    >
      {value && (
        <div className="flex flex-wrap items-center gap-3">
          {shown ? <DocumentLink document={shown} /> : <span>The document is saved.</span>}
          <Button size="small" kind="quiet" icon={<Icon name="trash" size={16} />} onClick={() => set('')}>
            Remove it
          </Button>
        </div>
      )}
      {!value && (
        <Button
          size="small"
          icon={<Icon name="file-up" size={16} />}
          pending={uploads.isBusy && 'Sending…'}
          className="justify-self-start"
          onClick={() => picker.current?.click()}
        >
          Add the document
        </Button>
      )}
      <SendingTiles uploads={uploads} />
      <FileInput
        ref={picker}
        kind="document"
        label={label}
        onChoose={(files) => uploads.add(files.slice(0, 1))}
      />
    </FieldGroup>
  )
}
