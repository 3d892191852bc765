import { Icon } from '#web/ui/icon.tsx'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type FileKind, maxFilesByKind } from '#contract/files/codes.ts'
import type { Photo } from '#contract/files/files.ts'
import { FileInput } from '#web/files/file-input.tsx'
import { CompactTile, PhotoTile } from '#web/files/photo-tile.tsx'
import { SendingTile } from '#web/files/sending-tile.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const CropDialog = onPress(() => import('#web/files/crop-dialog.tsx'))

type PhotoFieldProps = {
  kind: FileKind
  label: ReactNode
  name: string
  /** The uploaded photos in order; the form submits their ids. */
  value: readonly Photo[]
  onChange: (photos: Photo[]) => void
  /** Called when uploads start and when all have finished, so that the form can wait. */
  onBusy?: (isBusy: boolean) => void
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  /** Maximum number of photos, if lower than the kind allows. */
  most?: number
  /** Small pictures without descriptions, ordering or cropping, for messages. */
  compact?: boolean
}

/** The photos of the field, the files they were made from, and the uploads that add or replace them. */
function usePhotos({ kind, value, onChange, onBusy }: PhotoFieldProps) {
  const latest = useRef(value)
  const sources = useRef(new Map<string, File>())
  const replaces = useRef(new Map<string, string>())
  useEffect(() => {
    latest.current = value
  }, [value])
  const change = (photos: Photo[]) => {
    latest.current = photos
    onChange(photos)
  }
  const exchange = (old: string | undefined, photo: Photo) =>
    change(latest.current.map((one) => (one.id === old ? photo : one)))

  const uploads = useUploads({
    kind,
    onReady({ photo }, source, key) {
      if (!photo) return
      sources.current.set(photo.id, source)
      const old = replaces.current.get(key)
      if (latest.current.some(({ id }) => id === old)) exchange(old, photo)
      else change([...latest.current, photo])
    },
  })
  const { isBusy, add } = uploads
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy])

  const replace = (photo: Photo, file: File) => {
    const [key] = add([file], photo.alt)
    if (key) replaces.current.set(key, photo.id)
  }
  return { uploads, change, exchange, replace, fileOf: (photo: Photo) => sources.current.get(photo.id) }
}

function useDropping(onDropped: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const dropping = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false)
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      onDropped([...event.dataTransfer.files])
    },
  }
  return { isOver, dropping }
}

type Photos = ReturnType<typeof usePhotos>

/**
 * Photo upload by drag and drop, file picker or camera. Photos have an instant preview, are uploaded one at a time, and
 * can be cropped, ordered, described and removed.
 */
export function PhotoField(props: PhotoFieldProps) {
  const { kind, label, name, value, hint, error, optional, compact = false } = props
  const most = props.most ?? maxFilesByKind[kind]
  const photos = usePhotos(props)
  const { sending, add } = photos.uploads
  const [cropped, setCropped] = useState<Cropped | null>(null)
  const [tooMany, setTooMany] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const left = most - value.length - sending.filter(({ problem }) => !problem).length
  const choose = (files: File[]) => {
    setTooMany(files.length > left)
    add(files.slice(0, Math.max(0, left)))
  }
  const { isOver, dropping } = useDropping(choose)
  return (
    <FieldGroup {...{ label, hint, error, optional, name }}>
      <div
        {...dropping}
        className={cx(
          'grid gap-4 rounded-card',
          !compact && 'border border-dashed border-control p-4',
          isOver && 'border-green bg-green-soft',
        )}
      >
        <Tiles {...{ value, compact, photos }} onCrop={setCropped} announce={setAnnouncement} />
        <Pickers {...{ kind, compact, most, left }} count={value.length} onChoose={choose} />
        {tooMany && (
          <p role="status" className="text-sm font-medium text-rust">
            {`You can add up to ${most} photos; the rest were left out.`}
          </p>
        )}
        <p className="sr-only" aria-live="polite">
          {announcement}
        </p>
      </div>
      {cropped && (
        <CropDialog
          name={cropped.source?.name ?? 'photo.jpg'}
          load={() => sourceOf(cropped)}
          onClose={() => setCropped(null)}
          onCropped={(file) => {
            photos.replace(cropped.photo, file)
            setCropped(null)
          }}
        />
      )}
    </FieldGroup>
  )
}

type Cropped = { photo: Photo; source: File | undefined }

type TilesProps = {
  value: readonly Photo[]
  compact: boolean
  photos: Photos
  onCrop: (cropped: Cropped) => void
  announce: (words: string) => void
}

function Tiles({ value, compact, photos, onCrop, announce }: TilesProps) {
  const { uploads, change, exchange, fileOf } = photos
  const { sending, repeat, putAway } = uploads
  const [dragged, setDragged] = useState<string | null>(null)
  const moveTo = (id: string, index: number) => {
    const photo = value.find((one) => one.id === id)
    if (!photo || index < 0 || index >= value.length) return
    const others = value.filter((one) => one.id !== id)
    change([...others.slice(0, index), photo, ...others.slice(index)])
    announce(`Photo is now number ${index + 1} of ${value.length}`)
  }
  if (value.length === 0 && sending.length === 0) return null
  return (
    <ul
      className={
        compact ? 'flex flex-wrap gap-2' : 'grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]'
      }
    >
      {value.map((photo, index) => {
        const tile = { photo, index, onRemove: () => change(value.filter(({ id }) => id !== photo.id)) }
        return compact ? (
          <CompactTile key={photo.id} {...tile} />
        ) : (
          <PhotoTile
            key={photo.id}
            {...tile}
            count={value.length}
            onChange={(next) => exchange(next.id, next)}
            onMove={(to) => moveTo(photo.id, to)}
            onCrop={() => onCrop({ photo, source: fileOf(photo) })}
            onDragStart={() => setDragged(photo.id)}
            onDragEnd={() => setDragged(null)}
            onDragInto={() => dragged && dragged !== photo.id && moveTo(dragged, index)}
          />
        )
      })}
      {sending.map((one) => (
        <SendingTile
          key={one.key}
          sending={one}
          compact={compact}
          onRepeat={() => repeat(one)}
          onPutAway={() => putAway(one.key)}
        />
      ))}
    </ul>
  )
}

type PickersProps = {
  kind: FileKind
  compact: boolean
  count: number
  most: number
  left: number
  onChoose: (files: File[]) => void
}

/** Buttons for the file picker and the camera. */
function Pickers({ kind, compact, count, most, left, onChoose }: PickersProps) {
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const size = compact ? 'small' : 'medium'
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size={size}
        icon={<Icon name="image-plus" size={18} />}
        disabled={left <= 0}
        onClick={() => picker.current?.click()}
      >
        {count > 0 ? 'Add more photos' : 'Choose photos'}
      </Button>
      <Button
        size={size}
        icon={<Icon name="camera" size={18} />}
        disabled={left <= 0}
        onClick={() => camera.current?.click()}
        className="hidden pointer-coarse:inline-flex"
      >
        Take a photo
      </Button>
      {!compact && (
        <p className="text-sm text-ink-2">
          {left > 0
            ? `${count > 0 ? `${count} of ${most}. ` : ''}JPEG, PNG, WebP or AVIF, up to 10 MB each. You can drop them here, too.`
            : `You have ${most} photos, the maximum.`}
        </p>
      )}
      <FileInput {...{ kind, onChoose }} ref={picker} label="Choose photos" multiple={most > 1} />
      <FileInput {...{ kind, onChoose }} ref={camera} label="Take a photo" capture />
    </div>
  )
}

const sourceOf = async ({ photo, source }: Cropped): Promise<Blob> => {
  if (source) return source
  const answer = await fetch(photo.sizes.at(-1)!.url)
  if (!answer.ok) throw new Error('The photo could not be read')
  return answer.blob()
}
