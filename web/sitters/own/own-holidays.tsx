import { useEffect, useState } from 'react'
import type { SitterHolidays } from '#contract/calendar/calendar.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatDay, formatDayRange } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The sitter's holidays, fetched when the component appears and saved on demand. */
function useHolidays(sitterId: string) {
  const [own, setOwn] = useState<SitterHolidays | null>(null)
  const saving = useSaving()
  useEffect(() => {
    const abort = new AbortController()
    api('GET /v1/sitters/:sitterId/holidays', { params: { sitterId } }, { signal: abort.signal }).then(
      setOwn,
      () =>
        !abort.signal.aborted &&
        saving.refuse([{ message: 'Your holidays could not be loaded. Reload the page.' }]),
    )
    return () => abort.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once for each profile
  }, [sitterId])
  const save = async () => {
    if (!own) return
    const { periods, peaks, version } = own
    const params = { sitterId }
    const body = { off: periods.flatMap(({ off, startOn }) => (off ? [startOn] : [])), peaks, version }
    const readAgain = async () => {
      const { version: current } = await api('GET /v1/sitters/:sitterId/holidays', { params })
      setOwn({ ...own, version: current })
    }
    const done = await saving.run(async () =>
      setOwn(
        await api('PUT /v1/sitters/:sitterId/holidays', { params, body }).catch((error: unknown) =>
          refuseStale(error, readAgain),
        ),
      ),
    )
    if (done) (await loadToast()).success('Your holidays are saved')
  }
  return { own, setOwn, save, saving }
}

/** The periods with holiday surcharge in the sitter's region, and the sitter's own peak days. */
export default function OwnHolidays({ sitterId }: { sitterId: string }) {
  const { own, setOwn, save, saving } = useHolidays(sitterId)
  const { pending, errors, attempt, errorFor } = saving
  if (!own)
    return errors.length > 0 ? (
      <ErrorSummary errors={errors} attempt={attempt} />
    ) : (
      <Skeleton className="h-64 rounded-card" />
    )
  return (
    <div className="grid gap-6">
      <ErrorSummary errors={errors} attempt={attempt} />
      <Periods {...{ own, setOwn }} />
      <PeakDays {...{ own, setOwn }} error={errorFor('peaks')} />
      <Button
        kind="primary"
        className="justify-self-start"
        pending={pending && 'Saving…'}
        onClick={() => void save()}
      >
        Save the holidays
      </Button>
    </div>
  )
}

type OwnProps = { own: SitterHolidays; setOwn: (own: SitterHolidays) => void }

function Periods({ own, setOwn }: OwnProps) {
  const { periods } = own
  return (
    <ul
      aria-label="Holidays"
      className="grid max-h-96 divide-y overflow-y-auto rounded-control border border-line px-4"
    >
      {periods.map(({ name, startOn, endOn, off }) => (
        <li key={startOn} className="py-3">
          <Switch
            label={name}
            hint={`${formatDayRange(startOn, endOn)} ${endOn.slice(0, 4)}`}
            name={`holiday-${startOn}`}
            checked={!off}
            onChange={(event) =>
              setOwn({
                ...own,
                periods: periods.map((one) =>
                  one.startOn === startOn ? { ...one, off: !event.target.checked } : one,
                ),
              })
            }
          />
        </li>
      ))}
    </ul>
  )
}

function PeakDays({ own, setOwn, error }: OwnProps & { error: string | undefined }) {
  const { peaks } = own
  const [peak, setPeak] = useState<string | null>(null)
  const add = () => {
    if (peak && !peaks.includes(peak)) setOwn({ ...own, peaks: [...peaks, peak].sort() })
    setPeak(null)
  }
  return (
    <div className="grid gap-3">
      <h3>Your own peak days</h3>
      <p className="text-sm text-ink-2">
        At most 30 a year. On these days the surcharge applies as on a holiday, and owners see why.
      </p>
      {peaks.length > 0 && (
        <ul aria-label="Peak days" className="flex flex-wrap gap-2">
          {peaks.map((on) => (
            <li key={on}>
              <Button
                size="small"
                aria-label={`Remove ${formatDay(on)} ${on.slice(0, 4)}`}
                onClick={() => setOwn({ ...own, peaks: peaks.filter((day) => day !== on) })}
              >
                {`${formatDay(on)} ${on.slice(0, 4)} `}
                <span aria-hidden>×</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <DatePicker
          label="Another peak day"
          name="peaks"
          value={peak}
          error={error}
          onChange={setPeak}
          className="w-48"
        />
        <Button onClick={add}>Add the day</Button>
      </div>
    </div>
  )
}
