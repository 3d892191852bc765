import type { Face } from '#contract/files/files.ts'
import ReportPhoto from '#web/reports/report-photo.tsx'
import Lightbox from '#web/ui/overlay/lightbox.tsx'
import type { Picture } from '#web/ui/photo.tsx'

type FaceViewProps = {
  photo: NonNullable<Face['photo']>
  name: string
  isOwn: boolean
  onClose: () => void
}

const reportOf = (picture: Picture) =>
  'src' in picture && picture.id !== undefined && <ReportPhoto id={picture.id} />

/** The photo of a person in full size, where others can report it. */
export default function FaceView({ photo: { id, sizes }, name, isOwn, onClose }: FaceViewProps) {
  const alt = `Photo of ${name}`
  return (
    <Lightbox
      pictures={[{ id, src: sizes.at(-1)!.url, alt }]}
      label={alt}
      action={isOwn ? undefined : reportOf}
      onClose={onClose}
    />
  )
}
