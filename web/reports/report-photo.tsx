import { ReportButton } from '#web/reports/report-button.tsx'

/** Styled for the dark background of an enlarged picture. */
export default function ReportPhoto({ id }: { id: string }) {
  return (
    <ReportButton
      kind="photo"
      id={id}
      name="this photo"
      className="text-white hover:bg-white/22 active:bg-white/22"
    />
  )
}
