import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type ChipStyleOptions = {
  selected?: boolean | undefined
  size?: 'small' | 'medium'
  className?: string | undefined
}

/** The classes of a chip, so that the router's links can look like one. */
export function chipStyle({ selected = false, size = 'medium', className }: ChipStyleOptions = {}) {
  return cx('chip', size === 'small' && 'chip-small', selected && 'chip-selected', className)
}

/** For chips that can be pressed. */
export const pressable = 'chip-pressable'

type ChipProps = { icon?: ReactNode; children: ReactNode; className?: string | undefined }

type FactProps = Omit<ChipStyleOptions, 'size'> & { icon?: IconName; children: ReactNode }

/** A non-interactive fact. The style sheet draws its icon, because a page has many. */
export function Chip({ icon, selected, className, children }: FactProps) {
  const drawn = icon && `chip-icon icon-${icon}`
  return (
    <span className={chipStyle({ size: 'small', selected, className: cx(drawn, className) })}>
      {children}
    </span>
  )
}

type ToggleProps = ChipProps &
  Omit<ComponentProps<'button'>, 'onToggle' | 'className'> & {
    selected: boolean
    onToggle: (selected: boolean) => void
  }

export function ToggleChip({ icon, children, selected, onToggle, className, ...button }: ToggleProps) {
  return (
    <button
      type="button"
      {...button}
      aria-pressed={selected}
      onClick={() => onToggle(!selected)}
      className={chipStyle({ selected, className: cx(pressable, className) })}
    >
      {icon}
      {children}
    </button>
  )
}

type RemovableProps = { label: string; onRemove: () => void; className?: string | undefined }

export function RemovableChip({ label, onRemove, className }: RemovableProps) {
  return (
    <button
      type="button"
      onClick={onRemove}
      className={chipStyle({ selected: true, className: cx('pr-3', className) })}
    >
      <span className="sr-only">Remove </span>
      {label}
      <Icon name="x" size={16} />
    </button>
  )
}
