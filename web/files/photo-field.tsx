import Camera from 'lucide-react/icons/camera'
import ImagePlus from 'lucide-react/icons/image-plus'
import { type DragEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type FileKind, mostFiles } from '#contract/files/codes.ts'
import type { Photo } from '#contract/files/files.ts'
import { typesFor } from '#web/files/check-file.ts'
import { CompactTile, PhotoTile } from '#web/files/photo-tile.tsx'
import { SendingTile } from '#web/files/sending-tile.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'

const CropDialog = lazy(() => import('#web/files/crop-dialog.tsx'))

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

/**
 * Photo upload by drag and drop, file picker or camera. Photos have an instant preview, are uploaded one at a time, and
 * can be cropped, ordered, described and removed.
 */
export function PhotoField(props: PhotoFieldProps) {
  const { kind, label, name, value, onChange, onBusy, hint, error, optional, compact = false } = props
  const most = props.most ?? mostFiles[kind]
  const [isOver, setOver] = useState(false)
  const [cropped, setCropped] = useState<{ photo: Photo; source: File | undefined } | null>(null)
  const [tooMany, setTooMany] = useState(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const latest = useRef(value)
  const sources = useRef(new Map<string, File>())
  const replaces = useRef(new Map<string, string>())
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  useEffect(() => {
    latest.current = value
  }, [value])
  const change = (photos: Photo[]) => {
    latest.current = photos
    onChange(photos)
  }

  const { sending, add, repeat, putAway, isBusy } = useUploads({
    kind,
    onReady({ photo }, source, key) {
      if (!photo) return
      sources.current.set(photo.id, source)
      const old = replaces.current.get(key)
      if (!latest.current.some(({ id }) => id === old)) return change([...latest.current, photo])
      change(latest.current.map((one) => (one.id === old ? photo : one)))
    },
  })
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy])

  const left = most - value.length - sending.filter(({ problem }) => !problem).length
  const choose = (files: FileList | null) => {
    const all = [...(files ?? [])]
    setTooMany(all.length > left)
    add(all.slice(0, Math.max(0, left)))
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    choose(event.dataTransfer.files)
  }
  const moveTo = (id: string, index: number) => {
    const photo = value.find((one) => one.id === id)
    if (!photo || index < 0 || index >= value.length) return
    const others = value.filter((one) => one.id !== id)
    change([...others.slice(0, index), photo, ...others.slice(index)])
    setSaid(`Photo is now number ${index + 1} of ${value.length}`)
  }
  const replace = (file: File) => {
    if (!cropped) return
    const [key] = add([file], cropped.photo.alt)
    if (key) replaces.current.set(key, cropped.photo.id)
    setCropped(null)
  }

  const inputs = { kind, onChoose: choose }
  return (
    <FieldGroup {...{ label, hint, error, optional, name }}>
      <div
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'grid gap-4 rounded-card',
          !compact && 'border border-dashed border-control p-4',
          isOver && 'border-green bg-green-soft',
        )}
      >
        {(value.length > 0 || sending.length > 0) && (
          <ul
            className={
              compact
                ? 'flex flex-wrap gap-2'
                : 'grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]'
            }
          >
            {value.map((photo, index) =>
              compact ? (
                <CompactTile
                  key={photo.id}
                  photo={photo}
                  index={index}
                  onRemove={() => change(value.filter(({ id }) => id !== photo.id))}
                />
              ) : (
                <PhotoTile
                  key={photo.id}
                  photo={photo}
                  index={index}
                  count={value.length}
                  onChange={(next) => change(latest.current.map((one) => (one.id === next.id ? next : one)))}
                  onMove={(to) => moveTo(photo.id, to)}
                  onCrop={() => setCropped({ photo, source: sources.current.get(photo.id) })}
                  onRemove={() => change(value.filter(({ id }) => id !== photo.id))}
                  onDragStart={() => setDragged(photo.id)}
                  onDragEnd={() => setDragged(null)}
                  onDragInto={() => dragged && dragged !== photo.id && moveTo(dragged, index)}
                />
              ),
            )}
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
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            size={compact ? 'small' : 'medium'}
            icon={<ImagePlus size={18} aria-hidden />}
            disabled={left <= 0}
            onClick={() => picker.current?.click()}
          >
            {value.length > 0 ? 'Add more photos' : 'Choose photos'}
          </Button>
          <Button
            size={compact ? 'small' : 'medium'}
            icon={<Camera size={18} aria-hidden />}
            disabled={left <= 0}
            onClick={() => camera.current?.click()}
            className="hidden pointer-coarse:inline-flex"
          >
            Take a photo
          </Button>
          {!compact && (
            <p className="text-sm text-ink-2">
              {left > 0
                ? `${value.length > 0 ? `${value.length} of ${most}. ` : ''}JPEG, PNG, WebP or AVIF, up to 10 MB each. You can drop them here, too.`
                : `These are ${most} photos, the most there can be.`}
            </p>
          )}
          <FileInput {...inputs} ref={picker} label="Choose photos" multiple={most > 1} />
          <FileInput {...inputs} ref={camera} label="Take a photo" capture />
        </div>
        {tooMany && (
          <p role="status" className="text-sm font-medium text-rust">
            {`There can be ${most} photos; those that came after were left out.`}
          </p>
        )}
        <p className="sr-only" aria-live="polite">
          {said}
        </p>
      </div>
      {cropped && (
        <Suspense>
          <CropDialog
            name={cropped.source?.name ?? 'photo.jpg'}
            load={() => sourceOf(cropped.photo, cropped.source)}
            onClose={() => setCropped(null)}
            onCropped={replace}
          />
        </Suspense>
      )}
    </FieldGroup>
  )
}

const sourceOf = async (photo: Photo, chosen: File | undefined): Promise<Blob> => {
  if (chosen) return chosen
  const answer = await fetch(photo.sizes.at(-1)!.url)
  if (!answer.ok) throw new Error('The photo could not be read')
  return answer.blob()
}

type FileInputProps = {
  ref: React.RefObject<HTMLInputElement | null>
  kind: FileKind
  label: string
  multiple?: boolean
  capture?: boolean
  onChoose: (files: FileList | null) => void
}

/** The native file input, opened by the buttons. */
function FileInput({ ref, kind, label, multiple, capture, onChoose }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      aria-label={label}
      tabIndex={-1}
      hidden
      accept={typesFor(kind).join(',')}
      multiple={multiple}
      capture={capture ? 'environment' : undefined}
      onChange={(event) => {
        onChoose(event.target.files)
        event.target.value = ''
      }}
    />
  )
}
