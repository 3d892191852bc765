import { useSaving } from '#web/accounts/use-saving.ts'
import { saveFile } from '#web/bookings/papers/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Icon } from '#web/ui/icon.tsx'

type DownloadCsvProps = { name: string; read: () => Promise<unknown>; label?: string }

/** Downloads a list of the desk as a CSV file of this name. */
export function DownloadCsv({ name, read, label = 'Download as CSV' }: DownloadCsvProps) {
  const { pending, errors, attempt, run } = useSaving()
  return (
    <div className="grid gap-4">
      <ErrorSummary errors={errors} attempt={attempt} />
      <Button
        className="justify-self-start"
        pending={pending && 'Making the file…'}
        icon={<Icon name="download" size={18} />}
        onClick={() => void run(() => saveFile(read, name, 'text/csv'))}
      >
        {label}
      </Button>
    </div>
  )
}
