import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'
type ButtonStyleOptions = {
  kind?: ButtonKind
  size?: ButtonSize
  wide?: boolean
  iconOnly?: boolean
  className?: string | undefined
}

const kinds: Record<ButtonKind, string> = {
  primary: 'bg-gold text-on-gold hover:brightness-105 active:brightness-95',
  secondary: 'border border-line bg-card text-ink hover:border-control active:bg-paper',
  quiet: 'text-ink hover:bg-green-soft active:bg-green-soft',
  danger: 'bg-rust text-on-rust hover:brightness-110 active:brightness-95',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
  medium: 'min-h-11 px-5 text-[0.9375rem]',
  large: 'min-h-13 px-6 text-base',
}

const iconSizes: Record<ButtonSize, string> = {
  small: 'size-9 pointer-coarse:size-11',
  medium: 'size-11',
  large: 'size-13',
}

/** The classes of a button, so that the router's links can look like one. */
export function buttonStyle(styleOptions: ButtonStyleOptions = {}) {
  const { kind = 'secondary', size = 'medium', wide = false, iconOnly = false, className } = styleOptions
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap no-underline select-none transition-[filter,background-color,border-color]',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-progress',
    kinds[kind],
    iconOnly ? iconSizes[size] : sizes[size],
    wide && 'w-full',
    className,
  )
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonStyleOptions & {
    /** While set, the button keeps its width, shows this label ("Saving…") and ignores clicks. */
    pending?: string | false | undefined
    icon?: ReactNode
  }

export function Button({
  kind,
  size,
  wide,
  iconOnly,
  className,
  pending = false,
  icon,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const styleOptions = {
    ...(kind && { kind }),
    ...(size && { size }),
    ...(wide && { wide }),
    ...(iconOnly && { iconOnly }),
    className,
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonStyle(styleOptions)}
      aria-disabled={pending ? true : undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      <span className="grid items-center justify-items-center">
        <span
          className={cx('col-start-1 row-start-1 inline-flex items-center gap-2', pending && 'invisible')}
          aria-hidden={pending ? true : undefined}
        >
          {icon}
          {children}
        </span>
        <span className="col-start-1 row-start-1 max-w-full truncate" aria-live="polite">
          {pending || null}
        </span>
      </span>
    </button>
  )
}
