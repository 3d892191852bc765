import { Icon } from '#web/ui/icon.tsx'
import { useRef } from 'react'
import type { Account } from '#contract/accounts.ts'
import { accountStore } from '#web/accounts/account-store.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { FileInput } from '#web/files/file-input.tsx'
import { SendingTiles } from '#web/files/sending-tile.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Avatar } from '#web/ui/portrait/avatar.tsx'

/** The account's photo; a new one is saved at once. */
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
    <div className="mb-5 grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} size="large" picture={photoUrl ? { src: photoUrl, alt: '' } : undefined} />
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
        <FileInput
          ref={picker}
          kind="account"
          label="Choose a photo of yourself"
          onChoose={(files) => uploads.add(files.slice(0, 1))}
        />
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
