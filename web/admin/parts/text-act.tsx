import { useState } from 'react'
import { reasonHint } from '#web/admin/parts/content-words.ts'
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx'
import { Button } from '#web/ui/button.tsx'

type TextActProps = {
  /** On the button that opens the dialog. */
  label: string
  title: string
  /** What happens. */
  words: string
  confirmLabel: string
  done: string
  send: (reason: string) => Promise<unknown>
}

/** A change of a text that only needs a reason. */
export function TextAct({ label, words, ...dialog }: TextActProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" className="justify-self-start" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <ReasonDialog
          {...dialog}
          label="Why do you do this?"
          hint={reasonHint}
          sending="Saving…"
          danger={false}
          onClose={() => setAsking(false)}
        >
          <p>{words}</p>
        </ReasonDialog>
      )}
    </>
  )
}
