import { useState } from 'react'
import type { personKinds, personSorts } from '#contract/staff/codes.ts'
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import { saveFile } from '#web/bookings/papers/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

type ExportPeopleProps = {
  filter: { q: string | undefined; kind: (typeof personKinds)[number]; sort: (typeof personSorts)[number] }
}

/** Downloads the list of people after asking why, because a file leaves the site with their addresses. */
export function ExportPeople({ filter }: ExportPeopleProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button icon={<Icon name="download" size={18} />} onClick={() => setAsking(true)}>
        Download as CSV
      </Button>
      {asking && (
        <ReasonDialog
          title="Download these people as a file?"
          label="What do you need the file for?"
          hint="It is written down with what staff have done."
          confirmLabel="Download"
          sending="Making the file…"
          danger={false}
          send={(reason) =>
            saveFile(
              () => api('POST /v1/admin/people.csv', { body: { ...filter, reason } }),
              'people.csv',
              'text/csv',
            )
          }
          done="The file is in your downloads"
          onClose={() => setAsking(false)}
        >
          <p>
            It contains names and e-mail addresses, of at most 10,000 people. Delete it as soon as you no
            longer need it.
          </p>
        </ReasonDialog>
      )}
    </>
  )
}
