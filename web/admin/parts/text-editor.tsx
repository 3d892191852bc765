import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { PublicSettings } from '#contract/settings.ts'
import { liveParts, openContentKinds } from '#contract/staff/codes.ts'
import type { EditedText } from '#contract/staff/content.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { textFields, type Values, valuesOf } from '#web/admin/parts/content-words.ts'
import { TextAct } from '#web/admin/parts/text-act.tsx'
import { TextPicture } from '#web/admin/parts/text-picture.tsx'
import { TextPreview } from '#web/admin/parts/text-preview.tsx'
import { PublishButton } from '#web/admin/parts/text-publish.tsx'
import { type DraftState, useDraft } from '#web/admin/parts/use-draft.ts'
import { api } from '#web/api.ts'
import { formatTime } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { controlStyle, Field } from '#web/ui/forms/field.tsx'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'

type EditorProps = { text: EditedText; settings: PublicSettings }

/** The fields and the Markdown of a text beside its preview; what is written is kept as a draft. */
export function TextEditor({ text, settings }: EditorProps) {
  const { values, set, setValues } = useFields<Values>(() => valuesOf(text))
  const { state, saveNow, overwrite, readAgain } = useDraft(text, values)
  const { pending, errors, attempt, run } = useSaving()
  const { revalidate } = useRevalidator()
  const { kind, slug } = text
  const showTheirs = () => run(async () => setValues(await readAgain()))
  const discard = () =>
    run(async () => {
      const revision = await saveNow()
      if (revision === null) return
      const params = { kind, slug }
      await api('DELETE /v1/admin/content/:kind/:slug/draft', { params, query: { revision } })
      setValues(await readAgain())
      await revalidate()
    })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
      <section aria-label="Editor" className="grid min-w-0 gap-5">
        {state.kind === 'stale' && (
          <StaleNotice onMine={() => void overwrite()} onTheirs={() => void showTheirs()} />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields fields={textFields} values={values} set={set} errorFor={() => undefined} />
        </div>
        <MarkdownField kind={kind} value={values.body} onChange={(body) => set('body', body)} />
        <ErrorSummary errors={errors} attempt={attempt} />
        <DraftLine state={state} />
        <div className="flex flex-wrap gap-3">
          <PublishButton text={text} saveNow={saveNow} />
          {state.kind === 'saved' && (
            <Button pending={pending && 'Discarding…'} onClick={() => void discard()}>
              Discard the draft
            </Button>
          )}
          <HideButton text={text} />
        </div>
      </section>
      <TextPreview values={values} settings={settings} />
    </div>
  )
}

type MarkdownFieldProps = { kind: EditedText['kind']; value: string; onChange: (value: string) => void }

function MarkdownField({ kind, value, onChange }: MarkdownFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  /** Puts the picture on lines of its own where the cursor is. */
  const insert = (picture: string) => {
    const at = area.current?.selectionStart ?? value.length
    const before = value.slice(0, at).trimEnd()
    onChange(`${before}${before && '\n\n'}${picture}\n\n${value.slice(at).trimStart()}`)
  }
  return (
    <div className="grid gap-2">
      <Field name="body" label="Text" hint="In Markdown: **bold**, ## heading, - list, [words](/address).">
        {(control) => (
          <textarea
            {...control}
            ref={area}
            name="body"
            value={value}
            maxLength={100_000}
            spellCheck
            onChange={({ target }) => onChange(target.value)}
            className={`${controlStyle} h-[60dvh] min-h-64 resize-y font-mono text-sm leading-normal`}
          />
        )}
      </Field>
      <TextPicture onAdded={insert} />
      <details>
        <summary className="link w-fit py-1">What can be filled in</summary>
        <p className="mt-2 text-sm wrap-anywhere text-ink-2">
          {
            '{{site.name}}, {{site.url}}, {{operator.name}}, {{operator.address}}, {{operator.email}} and {{operator.country}}'
          }{' '}
          are filled in wherever they stand.
          {kind !== 'blog' &&
            ` On a line of their own, these show what the settings say: ${liveParts.map((name) => `{{live:${name}}}`).join(', ')}.`}
        </p>
      </details>
    </div>
  )
}

function DraftLine({ state }: { state: DraftState }) {
  const zone = useViewerZone()
  const words: Record<DraftState['kind'], string> = {
    unchanged: 'This is the text as it is shown. What you write is kept as a draft.',
    typing: 'Not saved yet…',
    saving: 'Saving…',
    stale: 'Not saved: somebody else has saved this text.',
    saved: state.kind === 'saved' ? `The draft is saved, ${formatTime(state.at, zone)}.` : '',
    failed: state.kind === 'failed' ? `Not saved: ${state.message}` : '',
  }
  return (
    <p role="status" className="text-sm text-ink-2">
      {words[state.kind]}
    </p>
  )
}

function StaleNotice({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) {
  return (
    <Notice
      kind="warning"
      title="Somebody else has saved this text in the meantime"
      announced
      action={
        <>
          <Button size="small" onClick={onTheirs}>
            Show theirs
          </Button>
          <Button size="small" onClick={onMine}>
            Keep mine
          </Button>
        </>
      }
    >
      What you have written is still below, and nothing was overwritten. Copy what you need before you show
      their text; keeping yours replaces theirs.
    </Notice>
  )
}

function HideButton({ text: { kind, slug, state, version } }: { text: EditedText }) {
  if (!openContentKinds.includes(kind) || state === 'hidden' || state === 'unpublished') return null
  return (
    <TextAct
      label="Hide this text"
      title="Hide this text?"
      words="Visitors no longer find it, and its address leads nowhere. You can show it again in the list of versions."
      confirmLabel="Hide it"
      done="The text is hidden"
      send={(reason) =>
        api('POST /v1/admin/content/:kind/:slug/hide', { params: { kind, slug }, body: { version, reason } })
      }
    />
  )
}
