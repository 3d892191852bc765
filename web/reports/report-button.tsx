import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { readHint } from '#web/persisted.ts'
import type { Reported } from '#web/reports/report-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const ReportDialog = onPress(() => import('#web/reports/report-dialog.tsx'))

/** Opens the report form; visitors sign in first and return here. */
export function ReportButton({
  label,
  className = 'text-ink-2',
  ...reported
}: Reported & { label?: string; className?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const press = () => {
    if (readHint()) setIsOpen(true)
    else void navigate(paths.signIn(`${pathname}${search}`))
  }
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        icon={<Icon name="flag" size={16} />}
        className={className}
        onClick={press}
      >
        {label ?? 'Report'}
        {label === undefined && <span className="sr-only">{` ${reported.name}`}</span>}
      </Button>
      {isOpen && <ReportDialog reported={reported} onClose={() => setIsOpen(false)} />}
    </>
  )
}
