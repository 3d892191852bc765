import { useEffect, useState } from 'react'
import type { Queued } from '#web/care/care-db.ts'
import { CardPhoto } from '#web/care/parts/card-photo.tsx'
import type { PartProps } from '#web/care/parts/part-props.ts'
import { PhotoPicker } from '#web/care/parts/photo-picker.tsx'
import { downscalePicture } from '#web/care/downscale-picture.ts'
import { careQueue, recordEntry } from '#web/care/sync.ts'
import { refusalOf } from '#web/files/check-file.ts'
import { formatInstant } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'

/** Placeholder for the file id, which is set once the image is uploaded. */
const unsent = ''

/** Photos of the card. Offline, the image itself is queued on the device. */
export function PhotosPart({ bookingId, card, writable, timeZone }: PartProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const queue = careQueue((state) => state.queue)
  const waiting = (queue ?? []).filter(
    ({ bookingId: id, entry, refusal: why }) =>
      id === bookingId && why === null && entry.kind === 'photo' && entry.unit === card.unit,
  )
  const add = async (files: readonly File[]) => {
    setRefusal(null)
    for (const file of files) {
      const why = refusalOf(file, 'report-card')
      if (why) setRefusal(why)
      else
        await recordEntry(
          bookingId,
          { kind: 'photo', unit: card.unit, fileId: unsent },
          await downscalePicture(file),
        )
    }
  }
  return (
    <section aria-labelledby="photos" className="grid gap-3">
      <h3 id="photos" className="text-lg">
        Photos
      </h3>
      {card.photos.length + waiting.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {card.photos.map(({ id, at, photo }) => (
            <li key={id} className="grid content-start gap-1">
              <CardPhoto photo={photo} at={formatInstant(at, timeZone)} />
              {writable && (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`Remove the photo of ${formatInstant(at, timeZone)}`}
                  onClick={() => void recordEntry(bookingId, { kind: 'withdraw', entryId: id })}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
          {waiting.map((row) => (
            <WaitingPhoto key={row.id} row={row} at={formatInstant(row.entry.happenedAt, timeZone)} />
          ))}
        </ul>
      )}
      {writable && (
        <PhotoPicker multiple onPicked={(files) => void add(files)}>
          Add a photo
        </PhotoPicker>
      )}
      <p role="alert" className="text-sm text-rust empty:hidden">
        {refusal}
      </p>
    </section>
  )
}

function WaitingPhoto({ row, at }: { row: Queued; at: string }) {
  const [url, setUrl] = useState<string>()
  const { picture } = row
  useEffect(() => {
    if (!picture) return
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return (
    <li className="grid content-start gap-1">
      {url ? (
        <img src={url} alt={`Taken ${at}`} className="aspect-square w-full rounded-control object-cover" />
      ) : (
        <span className="block aspect-square w-full rounded-control bg-line" />
      )}
      <span className="figures text-xs text-ink-2">{at}, waiting for the network</span>
    </li>
  )
}
