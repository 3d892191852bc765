import { Icon } from '#web/ui/icon.tsx'
import { cx } from '#web/ui/cx.ts'
import { plainLink, type RenderLink } from '#web/ui/render-link.tsx'

export type WizardStep = {
  label: string
  state: 'done' | 'current' | 'ahead'
  /** Link to the step if it can be opened; otherwise only its name is shown. */
  href?: string | undefined
}

const marks = {
  done: 'bg-green text-on-green',
  current: 'bg-card text-green ring-2 ring-green',
  ahead: 'bg-card text-ink-2 ring-1 ring-control',
}
const stateLabels = { done: 'done', current: 'you are here', ahead: 'still ahead' }

export function WizardSteps({
  label,
  steps,
  renderLink = plainLink,
}: {
  label: string
  steps: readonly WizardStep[]
  renderLink?: RenderLink
}) {
  const at = steps.findIndex((step) => step.state === 'current')
  return (
    <nav aria-label={label}>
      <p className="mb-3 text-sm text-ink-2 md:hidden">
        {`Step ${at + 1} of ${steps.length}: `}
        <b className="font-semibold text-ink">{steps[at]?.label}</b>
      </p>
      <ol className="flex gap-1.5 md:gap-0">
        {steps.map(({ label: text, state, href }, index) => {
          const content = <StepMark step={{ label: text, state }} number={index + 1} />
          const className = cx(
            'flex items-center gap-2.5 py-1.5 text-sm no-underline max-md:min-h-11 md:rounded-control',
            state === 'current' ? 'font-semibold' : 'text-ink-2',
            href && 'hover:text-ink',
          )
          const current = state === 'current' ? ('step' as const) : undefined
          return (
            <li key={text} className="flex items-center max-md:flex-1 md:not-last:flex-1">
              {href ? (
                renderLink({
                  href,
                  className: cx(className, 'max-md:flex-1'),
                  children: content,
                  'aria-current': current,
                })
              ) : (
                <span className={cx(className, 'max-md:flex-1')} aria-current={current}>
                  {content}
                </span>
              )}
              {index < steps.length - 1 && (
                <span aria-hidden className="mx-3 h-px flex-1 bg-line max-md:hidden" />
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function StepMark({ step: { label, state }, number }: { step: WizardStep; number: number }) {
  return (
    <>
      <span
        aria-hidden
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold max-md:hidden',
          marks[state],
        )}
      >
        {state === 'done' ? <Icon name="check-bold" size={16} /> : number}
      </span>
      <span className="max-md:sr-only">{label}</span>
      <span className="sr-only">{`, ${stateLabels[state]}`}</span>
      <span
        aria-hidden
        className={cx(
          'h-1.5 w-full rounded-full md:hidden',
          state === 'ahead' ? 'bg-line forced-colors:bg-[GrayText]' : 'bg-green forced-colors:bg-[Highlight]',
        )}
      />
    </>
  )
}
