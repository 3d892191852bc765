import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

type FoldProps = {
  /** Of the heading, for the section that it names. */
  id: string
  title: string
  /** Shown below the title, also while the rest is folded. */
  hint?: ReactNode
  children: ReactNode
}

/** A section of which only the heading is shown until somebody opens it. */
export function Fold({ id, title, hint, children }: FoldProps) {
  return (
    <details className="group">
      <summary className="grid min-h-8 grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 rounded-md">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <Icon
          name="chevron-down"
          size={20}
          className="text-ink-2 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
        {hint && <span className="col-span-2 text-[0.9375rem] text-ink-2">{hint}</span>}
      </summary>
      <div className="mt-4 grid gap-4">{children}</div>
    </details>
  )
}
