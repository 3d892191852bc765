import { useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { fieldId } from '#web/ui/forms/field.tsx'
import { markTitle } from '#web/ui/page-title.ts'
import { plainLink, type RenderLink } from '#web/ui/render-link.tsx'

export type FormError = {
  /** Name of the field; without it the message has no link. */
  name?: string | undefined
  message: string
  /** Link to the field if it is on another page. */
  href?: string | undefined
}

const linkStyle = 'font-medium text-rust underline underline-offset-4 hover:decoration-2'

type ErrorSummaryProps = {
  errors: readonly FormError[]
  title?: string
  /** Any value that changes with each submission, so that the same errors take focus again. */
  attempt?: unknown
  renderLink?: RenderLink
  className?: string | undefined
}

/** Takes focus when errors appear, and prefixes the document's title while it is shown. */
export function ErrorSummary({
  errors,
  title = 'There is a problem',
  attempt,
  renderLink = plainLink,
  className,
}: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const focusedFor = useRef<{ text: string; attempt: unknown } | null>(null)
  const text = errors.map(({ name, message }) => `${name}:${message}`).join('\n')
  const shown = errors.length > 0

  useEffect(() => {
    const last = focusedFor.current
    focusedFor.current = shown ? { text, attempt } : null
    if (shown && (last?.text !== text || last.attempt !== attempt)) box.current?.focus()
  }, [shown, text, attempt])

  useEffect(() => {
    if (!shown) return
    markTitle({ error: true })
    return () => markTitle({ error: false })
  })

  if (!shown) return null
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby="error-summary-title"
      className={cx('rounded-card border-2 border-rust bg-card p-5', className)}
    >
      <h2 id="error-summary-title" className="text-xl">
        {title}
      </h2>
      <ul className="mt-3 grid gap-1.5">
        {errors.map(({ name, message, href }) => (
          <li key={`${name}:${message}`}>
            {href ? (
              renderLink({ href, className: linkStyle, children: message })
            ) : name ? (
              <a
                href={`#${fieldId(name)}`}
                onClick={(event) => focusField(name) && event.preventDefault()}
                className={linkStyle}
              >
                {message}
              </a>
            ) : (
              <span className="font-medium text-rust">{message}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const focusable =
  'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex="0"]'

/** Focuses a field. A group's element is not focusable, so its first control takes the focus. */
export function focusField(name: string) {
  const field = document.getElementById(fieldId(name))
  const control = field?.matches(focusable) ? field : field?.querySelector<HTMLElement>(focusable)
  if (!control) return false
  control.focus({ preventScroll: true })
  ;(control.closest('fieldset, div') ?? control).scrollIntoView({ block: 'center' })
  return true
}
