import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { importKinds, importOutcomes } from '#contract/staff/codes.ts'
import type { Import, ImportRow } from '#contract/staff/imports.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DownloadCsv } from '#web/admin/parts/download-csv.tsx'
import { ImportActs } from '#web/admin/parts/import-acts.tsx'
import { importKindWords, importStateWords, outcomeWords } from '#web/admin/parts/import-words.ts'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { formatInstant, plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { withQuery } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/import-page.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  asOperator(request, () => api('GET /v1/admin/imports', { query: {} }))
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Import',
  description: 'Sitters and their booked days from another site, as CSV files.',
  path: '/admin/import',
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the imports" blocks={['h-64', 'h-64']} />

export default function ImportPage({ loaderData }: Route.ComponentProps) {
  const { items, foot } = usePages(loaderData, (cursor) =>
    api('GET /v1/admin/imports', { query: { cursor } }),
  )
  useProgress(items.some(({ state }) => state === 'running'))
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Import</h1>
        <p className="max-w-measure text-ink-2">
          Bring sitters over from another site, with the days on which they are already booked there. A
          profile stays hidden until the person confirms that e-mail address here and takes it over. Stays
          only block days in the calendar: they are not bookings, move no money and count towards nothing.
        </p>
      </header>
      <NewImport />
      {items.length === 0 ? (
        <Card>
          <EmptyState title="Nothing imported yet">
            Download a template, fill it in with a spreadsheet and check the file here.
          </EmptyState>
        </Card>
      ) : (
        <>
          <ul aria-label="Imports, newest first" className="grid gap-4">
            {items.map((one) => (
              <Imported key={one.id} one={one} />
            ))}
          </ul>
          <More {...foot} nouns={['import', 'imports']} />
        </>
      )}
    </main>
  )
}

const everyMs = 1_500

/** Reads the page again and again while an import runs. */
function useProgress(isRunning: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void revalidate(), everyMs)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
}

function NewImport() {
  const [kind, setKind] = useState<(typeof importKinds)[number]>('sitters')
  const [file, setFile] = useState<File | null>(null)
  const { pending, errors, attempt, run, refuse } = useSaving()
  const { revalidate } = useRevalidator()
  const check = (event: FormEvent) => {
    event.preventDefault()
    if (!file) return refuse([{ name: 'file', message: 'Choose a file' }])
    void run(async () => {
      const { postFile } = await import('#web/api-client.ts')
      await postFile(withQuery('/v1/admin/imports', { kind, fileName: file.name.slice(0, 120) }), file)
      setFile(null)
      await revalidate()
    })
  }
  return (
    <Card as="section" aria-labelledby="new-import" className="grid gap-4">
      <h2 id="new-import" className="text-xl">
        Check a file
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      <form onSubmit={check} className="grid gap-4 sm:grid-cols-2" noValidate>
        <Select
          name="kind"
          label="What is in it"
          value={kind}
          options={importKinds.map((value) => ({ value, label: importKindWords[value] }))}
          onChange={({ target }) => setKind(importKinds.find((one) => one === target.value) ?? 'sitters')}
        />
        <Field name="file" label="CSV file" hint="UTF-8, with commas or semicolons; at most 10,000 rows">
          {(control) => (
            <input
              {...control}
              key={file ? 'chosen' : 'none'}
              type="file"
              accept=".csv,text/csv"
              className="control"
              onChange={({ target }) => target.files?.[0] && setFile(target.files[0])}
            />
          )}
        </Field>
        {file && <p className="text-sm text-ink-2 sm:col-span-2">{file.name}</p>}
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" kind="primary" pending={pending && 'Checking…'}>
            Check the file
          </Button>
        </div>
      </form>
      <DownloadCsv
        key={kind}
        label="Download a template"
        name={`${kind}.csv`}
        read={() => api('GET /v1/admin/import-template.csv', { query: { kind } })}
      />
    </Card>
  )
}

function Imported({ one }: { one: Import }) {
  const zone = useViewerZone()
  const { label, tone } = importStateWords[one.state]
  const due = one.counts.create + one.counts.change
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-ink-2">
          {`${importKindWords[one.kind]} · ${formatInstant(one.at, zone)} · by ${one.by}`}
        </span>
      </div>
      <h2 className="text-lg wrap-anywhere">{one.fileName}</h2>
      <p>
        {importOutcomes
          .filter((outcome) => one.counts[outcome] > 0)
          .map((outcome) => `${one.counts[outcome]} ${outcomeWords[outcome]}`)
          .join(', ')}
      </p>
      {one.state === 'running' && (
        <p className="grid gap-1">
          <label htmlFor={`progress-${one.id}`}>{`${one.done} of ${plural(due, 'row')} imported`}</label>
          <progress id={`progress-${one.id}`} max={due} value={one.done} className="w-full" />
        </p>
      )}
      {one.state === 'done' && one.kind === 'sitters' && (
        <p className="text-sm text-ink-2">
          {`${plural(one.invited, 'person', 'people')} invited, ${one.accepted} took the profile over`}
        </p>
      )}
      {one.counts.refused > 0 && <Refused importId={one.id} />}
      <div className="flex flex-wrap items-start gap-3">
        <ImportActs one={one} />
        <DownloadCsv
          label="Download the report"
          name={`report-${one.fileName}`}
          read={() => api('GET /v1/admin/imports/:importId/report.csv', { params: { importId: one.id } })}
        />
      </div>
    </Card>
  )
}

const mostRefused = 50

/** The first refused rows and what to do about them; the report has all of them. */
function Refused({ importId }: { importId: string }) {
  const [rows, setRows] = useState<ImportRow[] | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const show = () =>
    run(async () => {
      const query = { outcome: 'refused' as const, limit: mostRefused }
      setRows((await api('GET /v1/admin/imports/:importId/rows', { params: { importId }, query })).items)
    })
  if (!rows)
    return (
      <div className="grid gap-2 justify-items-start">
        <ErrorSummary errors={errors} attempt={attempt} />
        <Button size="small" pending={pending && 'Reading…'} onClick={() => void show()}>
          Show the refused rows
        </Button>
      </div>
    )
  return (
    <ul aria-label="Refused rows" className="grid gap-2 text-sm">
      {rows.map(({ line, externalId, faults }) => (
        <li key={line} className="wrap-anywhere">
          <strong>{`Line ${line}${externalId ? `, ${externalId}` : ''}: `}</strong>
          {faults.map(({ column, message }) => `${column ? `${column}: ` : ''}${message}`).join('; ')}
        </li>
      ))}
    </ul>
  )
}
