import { useState } from 'react'
import { reasonHint, substanceWords } from '#web/admin/parts/content-words.ts'
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'

type TextActProps = {
  /** On the button that opens the dialog. */
  label: string
  title: string
  /** What happens. */
  words: string
  confirmLabel: string
  done: string
  /** Also asks whether the change is one in substance. */
  asksSubstance?: boolean
  send: (reason: string, inSubstance: boolean) => Promise<unknown>
}

/** A change of a text that only needs a reason. */
export function TextAct({ label, words, asksSubstance = false, send, ...dialog }: TextActProps) {
  const [asking, setAsking] = useState(false)
  const [inSubstance, setInSubstance] = useState(false)
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
          send={(reason) => send(reason, inSubstance)}
          onClose={() => setAsking(false)}
        >
          <p>{words}</p>
          {asksSubstance && (
            <Checkbox
              {...substanceWords}
              checked={inSubstance}
              onChange={({ target }) => setInSubstance(target.checked)}
            />
          )}
        </ReasonDialog>
      )}
    </>
  )
}
