import { Icon } from '#web/ui/icon.tsx'
import { type RefObject, useRef, useState } from 'react'
import type { Account } from '#contract/accounts.ts'
import { accountStore } from '#web/accounts/account-store.ts'
import { ownFace } from '#web/accounts/own-face.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { refusalOf } from '#web/files/check-file.ts'
import { FileInput } from '#web/files/file-input.tsx'
import { SendingTiles } from '#web/files/sending-tile.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Face } from '#web/ui/face.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const CropDialog = onPress(() => import('#web/files/crop-dialog.tsx'))

/** The account's photo; a new one is cropped to a square and saved at once. */
export function OwnPhoto({ account }: { account: Account }) {
  const { id: accountId, name, photoUrl } = account
  const picker = useRef<HTMLInputElement>(null)
  const saving = useSaving()
  const set = (fileId: string | null) =>
    saving.run(async () => {
      const savedPhoto = await api('PUT /v1/accounts/:accountId/photo', {
        params: { accountId },
        body: { fileId },
      })
      accountStore.setState(({ account: current }) => ({
        account: current && { ...current, ...savedPhoto, version: current.version + 1 },
      }))
    })
  const uploads = useUploads({
    kind: 'account',
    onReady: ({ id }) => void set(id),
  })
  return (
    <div id="photo" className="mb-5 grid scroll-mt-6 gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Face name={name} face={ownFace(account)} size="large" />
        <Button
          size="small"
          icon={<Icon name="image-plus" size={16} />}
          pending={(uploads.isBusy || saving.pending) && 'Saving…'}
          onClick={() => picker.current?.click()}
        >
          {photoUrl ? 'Change your photo' : 'Add a photo of yourself'}
        </Button>
        {photoUrl && (
          <Button
            size="small"
            kind="quiet"
            icon={<Icon name="trash" size={16} />}
            onClick={() => void set(null)}
          >
            Remove the photo
          </Button>
        )}
        <PhotoChooser ref={picker} onChosen={(file) => uploads.add([file])} />
      </div>
      <SendingTiles uploads={uploads} />
      {saving.errors.map(({ message }) => (
        <FieldError key={message} id="own-photo-error">
          {message}
        </FieldError>
      ))}
    </div>
  )
}

type PhotoChooserProps = { ref: RefObject<HTMLInputElement | null>; onChosen: (file: File) => void }

/** The file input and the dialog that crops the chosen photo. A file that will be refused is passed on as it is. */
function PhotoChooser({ ref, onChosen }: PhotoChooserProps) {
  const [cropped, setCropped] = useState<File | null>(null)
  return (
    <>
      <FileInput
        ref={ref}
        kind="account"
        label="Choose a photo of yourself"
        onChoose={([file]) => {
          if (file && refusalOf(file, 'account')) onChosen(file)
          else setCropped(file ?? null)
        }}
      />
      {cropped && (
        <CropDialog
          portrait
          name={cropped.name}
          load={() => Promise.resolve(cropped)}
          onClose={() => setCropped(null)}
          onCropped={(file) => {
            onChosen(file)
            setCropped(null)
          }}
        />
      )}
    </>
  )
}
