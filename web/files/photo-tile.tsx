import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, useState } from 'react'
import type { Photo as PhotoShape } from '#contract/files/files.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Photo } from '#web/ui/photo.tsx'

type PhotoTileProps = {
  photo: PhotoShape
  index: number
  count: number
  onChange: (photo: PhotoShape) => void
  onMove: (to: number) => void
  onCrop: () => void
  onRemove: () => void
  onDragStart: () => void
  onDragEnd: () => void
  onDragInto: () => void
}

const nameOf = (photo: PhotoShape, index: number) => photo.alt || `photo ${index + 1}`

/** One photo in a list, reordered by dragging or with the arrow buttons. */
export function PhotoTile(props: PhotoTileProps) {
  const { photo, index, count, onChange, onMove, onCrop, onRemove } = props
  const called = nameOf(photo, index)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows repeat what dragging does
    <li
      draggable
      onDragStart={props.onDragStart}
      onDragEnd={props.onDragEnd}
      onDragEnter={props.onDragInto}
      onDragOver={(event) => !event.dataTransfer.types.includes('Files') && event.preventDefault()}
      className="grid grid-cols-[4.5rem_minmax(0,1fr)] content-start gap-2 sm:grid-cols-1 sm:gap-3"
    >
      <div className="relative">
        <Photo
          picture={{ ...pictureOfPhoto(photo), alt: photo.alt || `Photo ${index + 1}` }}
          sizes="(min-width: 640px) 208px, 72px"
          className="aspect-square w-full cursor-grab rounded-lg sm:aspect-[4/3]"
        />
        {index === 0 && (
          <span className="absolute bottom-2 left-2 hidden rounded-full bg-card px-2.5 py-0.5 text-xs font-semibold sm:block">
            Shown first
          </span>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <Words photo={photo} onChange={onChange} />
        <div className="flex flex-wrap">
          <Tool label={`Move ${called} earlier`} disabled={index === 0} onPress={() => onMove(index - 1)}>
            <Icon name="arrow-left" size={18} />
          </Tool>
          <Tool
            label={`Move ${called} later`}
            disabled={index === count - 1}
            onPress={() => onMove(index + 1)}
          >
            <Icon name="arrow-right" size={18} />
          </Tool>
          <Tool label={`Crop or turn ${called}`} onPress={onCrop}>
            <Icon name="crop" size={18} />
          </Tool>
          <Tool label={`Remove ${called}`} onPress={onRemove}>
            <Icon name="trash" size={18} />
          </Tool>
        </div>
      </div>
    </li>
  )
}

type ToolProps = { label: string; disabled?: boolean; onPress: () => void; children: ReactNode }

const Tool = ({ label, disabled = false, onPress, children }: ToolProps) => (
  <Button kind="quiet" iconOnly aria-label={label} title={label} disabled={disabled} onClick={onPress}>
    {children}
  </Button>
)

/** Saves the description when the field loses focus. */
function Words({ photo, onChange }: Pick<PhotoTileProps, 'photo' | 'onChange'>) {
  const [text, setText] = useState(photo.alt)
  const [error, setError] = useState<string>()
  const saveDescription = async () => {
    if (text.trim() === photo.alt) return
    try {
      const { alt } = await api('PUT /v1/files/:fileId', {
        params: { fileId: photo.id },
        body: { alt: text },
      })
      setError(undefined)
      onChange({ ...photo, alt })
    } catch (failure) {
      if (!(failure instanceof ApiProblem) && !(failure instanceof NetworkProblem)) throw failure
      setError('The description could not be saved. Leave the field again to retry.')
    }
  }
  return (
    <TextField
      label="What it shows"
      optional
      name={`alt-${photo.id}`}
      maxLength={200}
      value={text}
      error={error}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => void saveDescription()}
    />
  )
}

/** For messages: the picture with a button that removes it. */
export function CompactTile({
  photo,
  index,
  onRemove,
}: {
  photo: PhotoShape
  index: number
  onRemove: () => void
}) {
  return (
    <li className="relative">
      <Photo
        picture={{ ...pictureOfPhoto(photo), alt: photo.alt || `Photo ${index + 1}` }}
        sizes="80px"
        className="size-20 rounded-lg"
      />
      <button
        type="button"
        aria-label={`Remove ${nameOf(photo, index)}`}
        onClick={onRemove}
        className="absolute -top-2 -right-2 grid size-11 place-items-center"
      >
        <span className="grid size-6 place-items-center rounded-full border border-line bg-card shadow-card">
          <Icon name="x" size={14} />
        </span>
      </button>
    </li>
  )
}
