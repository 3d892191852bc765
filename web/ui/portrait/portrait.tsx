import { cx } from '#web/ui/cx.ts'
import type { PortraitSeed } from '#web/ui/portrait/draw.ts'
import { type PortraitFit, portraitUrl } from '#web/ui/portrait/url.ts'

export type { PortraitSeed } from '#web/ui/portrait/draw.ts'

type PortraitProps = {
  seed: PortraitSeed
  /** Alt text, such as "Drawing of Miso, a dog"; without it the picture is decorative. */
  label?: string | undefined
  /** `whole` always shows the ears and the collar; `fill` zooms in and may crop them. */
  fit?: PortraitFit
  /** Set for pictures that are seen before anybody scrolls. */
  eager?: boolean
  className?: string | undefined
}

export function Portrait({ seed, label, fit = 'whole', eager = false, className }: PortraitProps) {
  return (
    <img
      src={portraitUrl(seed, fit)}
      alt={label ?? ''}
      width={200}
      height={180}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      className={cx('block', className)}
    />
  )
}
