import { useEffect, useRef } from 'react'
import type { Photo } from '#contract/files/files.ts'
import { FileInput } from '#web/files/file-input.tsx'
import { SendingTiles } from '#web/files/sending-tile.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

type PictureChooserProps = {
  /** What the picture is, as part of the words on the buttons. */
  noun: string
  hasPicture: boolean
  onChosen: (photo: Photo) => void
  onRemoved: () => void
  /** Called when an upload starts and when it has finished, so that the form can wait. */
  onBusy: (isBusy: boolean) => void
}

/** Uploads one picture of the look of the site. It is used once the look is saved. */
export function PictureChooser({ noun, hasPicture, onChosen, onRemoved, onBusy }: PictureChooserProps) {
  const picker = useRef<HTMLInputElement>(null)
  const uploads = useUploads({ kind: 'look', onReady: ({ photo }) => photo && onChosen(photo) })
  const { isBusy } = uploads
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<Icon name="image-plus" size={18} />}
          disabled={isBusy}
          onClick={() => picker.current?.click()}
        >
          {hasPicture ? `Choose another ${noun}` : `Choose a ${noun}`}
        </Button>
        {hasPicture && (
          <Button kind="quiet" icon={<Icon name="trash" size={18} />} onClick={onRemoved}>
            {`Remove the ${noun}`}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-2">JPEG, PNG, WebP or AVIF, up to 10 MB. It is used once you save.</p>
      <FileInput
        ref={picker}
        kind="look"
        label={`Choose a ${noun}`}
        onChoose={(files) => {
          for (const { key } of uploads.sending) uploads.putAway(key)
          uploads.add(files.slice(0, 1))
        }}
      />
      <SendingTiles uploads={uploads} />
    </div>
  )
}
