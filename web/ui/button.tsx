import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'
export type ButtonStyleOptions = {
  kind?: ButtonKind
  size?: ButtonSize
  wide?: boolean
  iconOnly?: boolean
  className?: string | undefined
}

const kinds: Record<ButtonKind, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
  danger: 'button-danger',
}

const sizes: Record<ButtonSize, string> = {
  small: 'button-small',
  medium: 'button-medium',
  large: 'button-large',
}

const iconSizes: Record<ButtonSize, string> = {
  small: 'button-icon-small',
  medium: 'button-icon-medium',
  large: 'button-icon-large',
}

/** The classes of a button, so that the router's links can look like one. */
export function buttonStyle(styleOptions: ButtonStyleOptions = {}) {
  const { kind = 'secondary', size = 'medium', wide = false, iconOnly = false, className } = styleOptions
  return cx('button', kinds[kind], iconOnly ? iconSizes[size] : sizes[size], wide && 'w-full', className)
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonStyleOptions & {
    /**
     * While it is a text, the button keeps its width, shows the text ("Saving…") and ignores clicks. Without it, the
     * button has no element for that text.
     */
    pending?: string | false | undefined
    icon?: ReactNode
  }

export function Button({
  kind,
  size,
  wide,
  iconOnly,
  className,
  pending,
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
  const label = (
    <>
      {icon}
      {children}
    </>
  )
  return (
    <button
      {...rest}
      type={type}
      className={buttonStyle(styleOptions)}
      aria-disabled={pending ? true : undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending === undefined ? label : <PendingContent label={label} pending={pending} />}
    </button>
  )
}

function PendingContent({ label, pending }: { label: ReactNode; pending: string | false }) {
  return (
    <span className="button-content">
      <span className={pending ? 'invisible' : undefined} aria-hidden={pending ? true : undefined}>
        {label}
      </span>
      <span aria-live="polite">{pending || null}</span>
    </span>
  )
}
