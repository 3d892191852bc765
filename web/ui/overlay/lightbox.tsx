import { Icon } from '#web/ui/icon.tsx'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Modal } from '#web/ui/overlay/modal.tsx'
import { Photo, type Picture } from '#web/ui/photo.tsx'

type LightboxProps = {
  pictures: readonly Picture[]
  label: string
  startAt?: number
  onClose: () => void
  /** An action for the picture being shown. */
  action?: ((picture: Picture) => ReactNode) | undefined
}

const swipePixels = 48

export default function Lightbox({ pictures, label, startAt = 0, onClose, action }: LightboxProps) {
  const [at, setAt] = useState(startAt)
  const pressedAt = useRef<number | null>(null)
  const picture = pictures[at]
  const isSeries = pictures.length > 1
  if (!picture) return null
  const step = (by: number) => setAt((now) => (now + by + pictures.length) % pictures.length)
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
  const onKeyDown = (event: KeyboardEvent) => steps[event.key] && step(steps[event.key] ?? 0)
  const onPointerUp = (event: PointerEvent) => {
    const moved = pressedAt.current === null ? 0 : event.clientX - pressedAt.current
    pressedAt.current = null
    if (Math.abs(moved) > swipePixels) step(moved < 0 ? 1 : -1)
  }
  return (
    <Modal
      open
      onClose={onClose}
      label={label}
      className="size-full max-h-none max-w-none bg-[#12100c]! text-white"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys repeat what the buttons do */}
      <div className="grid h-full grid-rows-[auto_1fr_auto] gap-3 p-4" onKeyDown={onKeyDown}>
        <div className="flex items-center justify-between">
          <span className="figures text-sm text-white/80" aria-hidden>
            {isSeries && `${at + 1} of ${pictures.length}`}
          </span>
          <div className="flex items-center gap-3">
            {action?.(picture)}
            <RoundButton label="Close" onPress={onClose} focusFirst>
              <Icon name="x" size={22} />
            </RoundButton>
          </div>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- swiping repeats what the buttons do */}
        <div
          className="relative min-h-0 touch-pan-y"
          onPointerDown={(event) => (pressedAt.current = event.clientX)}
          onPointerUp={onPointerUp}
        >
          <LargePicture key={at} picture={picture} />
        </div>
        <div className="flex items-center justify-center gap-4">
          {isSeries && <StepButton by={-1} step={step} />}
          <p className="min-w-40 text-center text-sm text-white/90" aria-live="polite">
            <span className="sr-only">{`Photo ${at + 1} of ${pictures.length}. `}</span>
            {picture.alt}
          </p>
          {isSeries && <StepButton by={1} step={step} />}
        </div>
      </div>
    </Modal>
  )
}

function LargePicture({ picture }: { picture: Picture }) {
  return (
    <Photo
      picture={picture}
      eager
      sizes="100vw"
      className={cx(
        'absolute inset-0 m-auto animate-rise rounded-picture',
        'seed' in picture
          ? 'aspect-[10/9] max-h-full w-full max-w-3xl'
          : 'size-full bg-transparent! object-contain',
      )}
    />
  )
}

function StepButton({ by, step }: { by: 1 | -1; step: (by: number) => void }) {
  return (
    <RoundButton label={by === 1 ? 'Next photo' : 'Previous photo'} onPress={() => step(by)}>
      <Icon name={by === 1 ? 'chevron-right' : 'chevron-left'} size={24} />
    </RoundButton>
  )
}

function RoundButton({
  label,
  onPress,
  focusFirst,
  children,
}: {
  label: string
  onPress: () => void
  focusFirst?: boolean
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      data-autofocus={focusFirst}
      className="grid size-12 place-items-center rounded-full bg-white/12 text-white outline-white! hover:bg-white/22"
    >
      {children}
    </button>
  )
}
