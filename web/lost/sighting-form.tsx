import { type FormEvent, useState } from 'react'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Notice } from '#web/ui/notice.tsx'

function useSighting(code: string) {
  const [words, setWords] = useState('')
  const [contact, setContact] = useState('')
  const [sent, setSent] = useState(0)
  // Set once, so that a retry after a lost response counts once.
  const [id, setId] = useState<string>()
  const { run, refuse, ...saving } = useSaving()

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim().length < 10) {
      refuse([{ name: 'words', message: 'Say in a few words where and when' }])
      return
    }
    const own = id ?? crypto.randomUUID()
    setId(own)
    void run(async () => {
      await api('POST /v1/lost/:code/sightings', { params: { code }, body: { id: own, words, contact } })
      setId(undefined)
      setWords('')
      setSent((count) => count + 1)
    })
  }
  const writeWords = (next: string) => {
    setWords(next)
    setId(undefined)
  }
  return { ...saving, words, writeWords, contact, setContact, sent, send }
}

/** Reports a sighting without an account; the people looking for the pet are notified at once. */
export function SightingForm({ code, name }: { code: string; name: string }) {
  const { words, writeWords, contact, setContact, sent, send, ...saving } = useSighting(code)
  const { pending, errors, attempt, errorFor } = saving
  return (
    <Card as="section" id="seen" padding="large" aria-labelledby="seen-title" className="scroll-mt-6">
      <h2 id="seen-title" className="mb-1 text-xl">
        Have you seen {name}?
      </h2>
      <p className="mb-5 text-ink-2">
        It reaches the people looking for {name} at once. You do not need an account.
      </p>
      <form noValidate onSubmit={send} className="grid gap-5">
        <ErrorSummary errors={errors} attempt={attempt} title="It was not sent" />
        {sent > 0 && (
          <Notice kind="success" announced>
            Thank you. It is on its way. If you see {name} again, write again.
          </Notice>
        )}
        <TextArea
          label="Where and when?"
          name="words"
          hint="The street or the place, which way, and whether anything looked wrong."
          rows={4}
          maxLength={1000}
          value={words}
          error={errorFor('words')}
          onChange={({ target }) => writeWords(target.value)}
        />
        <TextField
          label="How can they reach you?"
          name="contact"
          optional
          hint={`A telephone number or an e-mail address. Only the people looking for ${name} see it.`}
          maxLength={120}
          value={contact}
          error={errorFor('contact')}
          onChange={({ target }) => setContact(target.value)}
        />
        <Button
          type="submit"
          kind="primary"
          size="large"
          className="max-sm:w-full sm:justify-self-start"
          pending={pending && 'Sending…'}
        >
          Send
        </Button>
      </form>
    </Card>
  )
}
