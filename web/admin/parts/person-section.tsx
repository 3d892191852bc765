import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

/** A part of the page of a person, with a heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </Card>
  )
}
