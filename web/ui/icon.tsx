import { cx } from '#web/ui/cx.ts'
import type { IconName } from '#web/ui/icon-list.ts'

export type { IconName } from '#web/ui/icon-list.ts'

const sizes = {
  14: 'size-3.5',
  16: 'size-4',
  18: 'size-4.5',
  20: 'size-5',
  22: 'size-5.5',
  24: 'size-6',
  26: 'size-6.5',
  28: 'size-7',
}

type IconProps = {
  name: IconName
  /** In pixels; without it, `className` sets the size. */
  size?: keyof typeof sizes
  className?: string | undefined
}

/**
 * A drawing in the colour of the text. It is empty for assistive technology: what it means must be in the text beside it
 * or in the label of the control. The style sheet draws it, so it adds one element to the page and nothing to the scripts.
 */
export function Icon({ name, size, className }: IconProps) {
  return <i className={cx('icon', `icon-${name}`, size && sizes[size], className)} />
}
