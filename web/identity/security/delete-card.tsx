import { useState } from 'react'
import { DeleteDialog } from '#web/identity/security/delete-dialog.tsx'
import type { Person } from '#web/identity/security/person.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

export function DeleteCard({ person, accountId }: { person: Person; accountId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Card as="section" aria-labelledby="delete-title" className="grid gap-4">
      <h2 id="delete-title" className="text-xl">
        Delete your account
      </h2>
      <p className="text-ink-2">
        Your profile is hidden at once and erased after 14 days. Until then the link in our e-mail brings it
        back. We tell you exactly what happens before you decide.
      </p>
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        Delete my account…
      </Button>
      {open && <DeleteDialog person={person} accountId={accountId} onClose={() => setOpen(false)} />}
    </Card>
  )
}
