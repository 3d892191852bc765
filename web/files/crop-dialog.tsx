import { Icon } from '#web/ui/icon.tsx'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Crop, frameOf, moved, turnedSize, wholePicture } from '#web/files/crop.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

const shapes: { value: Crop['shape']; label: string }[] = [
  { value: 'whole', label: 'As it is' },
  { value: 'wide', label: 'Wide' },
  { value: 'square', label: 'Square' },
]
const mostPixelsAcross = 1600
const stepOfKey: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
}

/** Draws the cropped part at full resolution, up to the largest size that is stored. */
function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, width, height } = frameOf(picture, crop)
  const scale = Math.min(1, mostPixelsAcross / width)
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const turned = turnedSize(picture, crop.turns)
  const context = canvas.getContext('2d')!
  context.scale(scale, scale)
  context.translate(turned.width / 2 - left, turned.height / 2 - top)
  context.rotate((crop.turns * Math.PI) / 2)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
}

type CropDialogProps = {
  /** The chosen file, or the largest stored size of the photo. */
  load: () => Promise<Blob>
  name: string
  /** For the photo of a person, which is always shown as a circle and is not used uncropped. */
  portrait?: boolean
  onClose: () => void
  onCropped: (file: File) => void
}

type Picture = ImageBitmap | 'failed' | null

/** Decodes the picture once; null until it is there. */
function usePicture(load: () => Promise<Blob>): Picture {
  const [picture, setPicture] = useState<Picture>(null)
  useEffect(() => {
    let isWanted = true
    void (async () => {
      try {
        // The browser applies the EXIF orientation.
        const bitmap = await createImageBitmap(await load())
        if (isWanted) setPicture(bitmap)
      } catch {
        if (isWanted) setPicture('failed')
      }
    })()
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one dialog is about one picture
  }, [])
  return picture
}

export default function CropDialog({ load, name, portrait = false, onClose, onCropped }: CropDialogProps) {
  const picture = usePicture(load)
  const [crop, setCrop] = useState<Crop>({ ...wholePicture, shape: portrait ? 'square' : 'whole' })
  const canvas = useRef<HTMLCanvasElement>(null)
  const use = () => {
    const type = 'image/jpeg'
    canvas.current?.toBlob(
      (blob) => blob && onCropped(new File([blob], name.replace(/\.\w+$/, '.jpg'), { type })),
      type,
      0.92,
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={portrait ? 'Choose the part with your face' : 'Crop and turn'}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>{portrait ? 'Cancel' : 'Leave it as it is'}</Button>
          <Button kind="primary" disabled={picture === null || picture === 'failed'} onClick={use}>
            Use this
          </Button>
        </>
      }
    >
      {picture === 'failed' ? (
        <p>
          {portrait
            ? 'This file cannot be opened as a picture. Choose another photo; nothing has been changed.'
            : 'This picture cannot be opened here. Choose it again from your device, then crop it.'}
        </p>
      ) : (
        <div className="grid gap-5">
          {portrait && (
            <p>
              Move the photo until your face fills most of the circle: drag it, or use the arrow keys. Others
              see the circle beside your name.
            </p>
          )}
          <div className="grid h-[min(24rem,45dvh)] place-items-center rounded-card bg-paper">
            <Frame {...{ picture, crop, setCrop, portrait }} ref={canvas} />
          </div>
          <TurnAndZoom {...{ crop, setCrop }} />
          {!portrait && (
            <RadioGroup
              label="Shape"
              name="shape"
              variant="row"
              value={crop.shape}
              onChange={(shape) => setCrop((now) => ({ ...now, shape }))}
              options={shapes}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

type CropState = { crop: Crop; setCrop: (next: (now: Crop) => Crop) => void }
type FrameProps = CropState & {
  picture: ImageBitmap | null
  portrait: boolean
  ref: RefObject<HTMLCanvasElement | null>
}

/** The part of the picture to keep; dragging and the arrow keys move it. */
function Frame({ picture, crop, setCrop, portrait, ref }: FrameProps) {
  const pressed = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => {
    if (picture && ref.current) draw(ref.current, picture, crop)
  }, [picture, crop, ref])

  const move = (right: number, down: number) => picture && setCrop((now) => moved(picture, now, right, down))
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!pressed.current) return
    const { width, height } = event.currentTarget.getBoundingClientRect()
    move((pressed.current.x - event.clientX) / width, (pressed.current.y - event.clientY) / height)
    pressed.current = { x: event.clientX, y: event.clientY }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key]
    if (!step) return
    event.preventDefault()
    move(...step)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- the frame is moved by arrow keys
    <canvas
      ref={ref}
      tabIndex={0}
      role="img"
      aria-label="Part of the photo to keep. Arrow keys move it."
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        pressed.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => (pressed.current = null)}
      className={cx(
        'max-h-[min(24rem,45dvh)] max-w-full cursor-move touch-none object-contain',
        portrait ? 'rounded-full' : 'rounded-lg',
      )}
    />
  )
}

const quarterTurns: readonly Crop['turns'][] = [0, 1, 2, 3]

function TurnAndZoom({ crop, setCrop }: CropState) {
  const turn = (by: 1 | 3) =>
    setCrop((now) => ({ ...now, turns: quarterTurns[(now.turns + by) % 4] ?? 0, x: 0.5, y: 0.5 }))
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
      <div className="flex gap-3">
        <Button icon={<Icon name="rotate-ccw" size={18} />} onClick={() => turn(3)}>
          Turn left
        </Button>
        <Button icon={<Icon name="rotate-cw" size={18} />} onClick={() => turn(1)}>
          Turn right
        </Button>
      </div>
      <label className="grid gap-1.5 text-sm font-semibold text-ink-2">
        Closer
        <input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => setCrop((now) => ({ ...now, zoom: Number(event.target.value) }))}
          className="h-11 w-48 accent-green"
        />
      </label>
    </div>
  )
}
