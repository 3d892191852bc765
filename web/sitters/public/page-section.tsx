import type { ReactNode } from 'react'

type PageSectionProps = { id: string; title: string; note?: string | undefined; children: ReactNode }

export function PageSection({ id, title, note, children }: PageSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={`${id}-title`}>{title}</h2>
        {note && <p className="text-ink-2">{note}</p>}
      </div>
      {children}
    </section>
  )
}
