import { useState } from 'react'
import { type FeedBlocks, feedBlocks } from '#contract/calendar/codes.ts'
import type { CalendarFeed, CalendarFeeds, FeedFile } from '#contract/calendar/feeds.ts'
import type { Service } from '#contract/codes.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { serviceNames } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { FeedFileButton } from '#web/calendar/feed-file.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'

type FeedFormProps = {
  sitter: Sitter
  /** Omitted for a new feed. */
  feed?: CalendarFeed
  onSaved: (feeds: CalendarFeeds) => void
  onClose: () => void
}

/** The fields of the form, what is missing in them, and how they are saved. */
function useFeed({ sitter, feed, onSaved }: FeedFormProps) {
  const offered = sitter.services.filter(({ active }) => active).map(({ service }) => service)
  const [name, setName] = useState(feed?.name ?? '')
  const [address, setAddress] = useState('')
  const [file, setFile] = useState<FeedFile | null>(null)
  const [blocks, setBlocks] = useState<FeedBlocks>(feed?.blocks ?? 'days')
  const [chosen, setChosen] = useState<readonly Service[]>(feed?.services ?? offered)
  const { run, refuse, ...saving } = useSaving()

  const missing = () => [
    ...(name.trim() ? [] : [{ name: 'name', message: 'Give it a name, like Work' }]),
    ...(feed || file || address.trim()
      ? []
      : [{ name: 'address', message: 'Paste the address of the calendar, or choose its file' }]),
    ...(blocks === 'times' || chosen.length > 0
      ? []
      : [{ name: 'services', message: 'Choose at least one service' }]),
  ]
  const send = () => {
    const isAll = blocks === 'times' || offered.every((code) => chosen.includes(code))
    const body = { name, blocks, services: isAll ? null : [...chosen] }
    const params = { sitterId: sitter.id }
    return feed
      ? api('PUT /v1/sitters/:sitterId/calendar-feeds/:feedId', {
          params: { ...params, feedId: feed.id },
          body,
        })
      : api('POST /v1/sitters/:sitterId/calendar-feeds', {
          params,
          body: { ...body, ...(file ? { file } : { address }) },
        })
  }
  const save = () => {
    const errors = missing()
    if (errors.length > 0) return refuse(errors)
    void run(async () => onSaved(await send()))
  }
  return {
    offered,
    name,
    setName,
    address,
    setAddress,
    file,
    setFile,
    blocks,
    setBlocks,
    chosen,
    setChosen,
    save,
    refuse,
    ...saving,
  }
}
type FeedInForm = ReturnType<typeof useFeed>

/** Form for an external calendar: its name, its address and what it closes. */
export function FeedForm(props: FeedFormProps) {
  const { feed, onClose } = props
  const form = useFeed(props)
  const { blocks, setBlocks, errorFor } = form
  return (
    <form
      noValidate
      aria-label={feed ? `Change ${feed.name}` : 'Add a calendar'}
      className="grid max-w-xl gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <ErrorSummary errors={form.errors} attempt={form.attempt} title="The calendar was not saved" />
      <TextField
        label="Name"
        name="name"
        maxLength={60}
        hint="Only you see it: Work, Family, another site."
        value={form.name}
        error={errorFor('name')}
        onChange={(event) => form.setName(event.target.value)}
      />
      {!feed && <SourceFields form={form} />}
      <RadioGroup
        label="When I am busy there"
        name="blocks"
        value={blocks}
        onChange={(value) => setBlocks(feedBlocks.find((code) => code === value) ?? blocks)}
        options={[
          { value: 'days', label: 'Close the whole day', hint: 'Safest: even for a single appointment.' },
          {
            value: 'times',
            label: 'Close only visits and walks at that time',
            hint: 'Overnight stays and day care stay open.',
          },
        ]}
      />
      {blocks === 'days' && form.offered.length > 1 && <ServicesField form={form} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" pending={form.pending && 'Saving…'}>
          {feed ? 'Save' : 'Add the calendar'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** The address of a new calendar, or its file. */
function SourceFields({ form }: { form: FeedInForm }) {
  const { file, setFile, address, setAddress, refuse, errorFor } = form
  if (file)
    return (
      <FieldGroup label="File">
        <p className="wrap-anywhere">{file.name}</p>
        <Button size="small" className="justify-self-start" onClick={() => setFile(null)}>
          Use an address instead
        </Button>
      </FieldGroup>
    )
  return (
    <>
      <TextField
        label="Secret address in iCal format"
        name="address"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        hint="From the settings of that calendar; it begins with https:// or webcal:// and often ends in .ics. It is stored encrypted."
        value={address}
        error={errorFor('address')}
        onChange={(event) => setAddress(event.target.value)}
      />
      <div className="grid gap-1.5">
        <FeedFileButton
          label="Or choose a file (.ics)"
          onPicked={setFile}
          onRefused={(message) => refuse([{ name: 'address', message }])}
        />
        <p className="text-sm text-ink-2">
          For a rota or a calendar without an address. It is not updated automatically: choose the file again
          when it changes.
        </p>
      </div>
    </>
  )
}

function ServicesField({ form: { offered, chosen, setChosen, errorFor } }: { form: FeedInForm }) {
  return (
    <FieldGroup label="For these services" error={errorFor('services')}>
      {offered.map((code) => (
        <Checkbox
          key={code}
          label={serviceNames[code]}
          name={`services.${code}`}
          checked={chosen.includes(code)}
          onChange={(event) =>
            setChosen(event.target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))
          }
        />
      ))}
    </FieldGroup>
  )
}
