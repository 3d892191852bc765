import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { isStay, type Service } from '#contract/codes.ts'
import type { PartProps } from '#web/care/parts/part-props.ts'
import { careQueue, recordEntry } from '#web/care/sync.ts'
import { formatInstant, plural } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { unitWord } from '#web/words.ts'

type CoursePartProps = PartProps & {
  service: Service
  /**
   * For a stay, set only on its first and last card respectively, because it starts and ends once; set on every visit.
   */
  isFirst: boolean
  isLast: boolean
  /** True if leaving ends the booking. */
  endsBooking: boolean
}

const wordsOf = (service: Service) =>
  isStay(service)
    ? { here: 'The pets are with me', gone: 'The pets are back home', came: 'Began', left: 'Ended' }
    : { here: 'I am here', gone: 'I am leaving', came: 'Arrived', left: 'Left' }

/** Arrival, departure and duration. */
export function CoursePart(props: CoursePartProps) {
  const { bookingId, card, writable, service, isFirst, isLast } = props
  const { unit, arrivedAt, leftAt } = card
  if (!isFirst && !isLast) return null
  return (
    <div className="grid gap-3">
      {(arrivedAt || leftAt) && <Times {...props} />}
      {writable && isFirst && !arrivedAt && (
        <Button
          kind="primary"
          size="large"
          wide
          icon={<Icon name="door-open" size={20} />}
          onClick={() => void recordEntry(bookingId, { kind: 'arrive', unit })}
        >
          {wordsOf(service).here}
        </Button>
      )}
      <Leaving {...props} />
    </div>
  )
}

function Times({ card, service, timeZone }: CoursePartProps) {
  const { arrivedAt, leftAt, plannedMinutes, actualMinutes } = card
  const { came, left } = wordsOf(service)
  return (
    <dl className="figures grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5">
      {arrivedAt && (
        <>
          <dt className="text-ink-2">{came}</dt>
          <dd className="font-medium">{formatInstant(arrivedAt, timeZone)}</dd>
        </>
      )}
      {leftAt && (
        <>
          <dt className="text-ink-2">{left}</dt>
          <dd className="font-medium">{formatInstant(leftAt, timeZone)}</dd>
        </>
      )}
      {plannedMinutes !== null && actualMinutes !== null && (
        <>
          <dt className="text-ink-2">Time</dt>
          <dd className="font-medium">
            {plural(actualMinutes, 'minute')} of {plannedMinutes}
          </dd>
        </>
      )}
    </dl>
  )
}

/** True if a visit has no photo yet, not even one that waits for the network. */
function useLacksPhoto({ bookingId, card, service }: CoursePartProps): boolean {
  const waits = careQueue(({ queue }) =>
    (queue ?? []).some(
      ({ bookingId: id, entry }) => id === bookingId && entry.kind === 'photo' && entry.unit === card.unit,
    ),
  )
  return !isStay(service) && card.photos.length === 0 && !waits
}

/** The departure, after questions about a missing photo and the end of the booking. */
function Leaving(props: CoursePartProps) {
  const { bookingId, card, writable, service, isFirst, isLast, endsBooking } = props
  const { unit, arrivedAt, leftAt } = card
  const [asking, setAsking] = useState(false)
  const [askingPhoto, setAskingPhoto] = useState(false)
  // Asked only once; the sitter may leave without a photo.
  const [hasAskedForPhoto, setHasAskedForPhoto] = useState(false)
  const lacksPhoto = useLacksPhoto(props)
  const leave = () => recordEntry(bookingId, { kind: 'leave', unit })
  const confirmOrLeave = () => (endsBooking ? setAsking(true) : void leave())
  const press = () => {
    if (!lacksPhoto || hasAskedForPhoto) return confirmOrLeave()
    setHasAskedForPhoto(true)
    return setAskingPhoto(true)
  }
  return (
    <>
      {writable && isLast && (arrivedAt || !isFirst) && !leftAt && (
        <Button
          kind={isFirst ? 'primary' : 'secondary'}
          size="large"
          wide
          icon={<Icon name="log-out" size={20} />}
          onClick={press}
        >
          {wordsOf(service).gone}
        </Button>
      )}
      <AlertDialog
        open={askingPhoto}
        onClose={() => setAskingPhoto(false)}
        title="Leave without a photo?"
        safeLabel="Go back and add one"
        confirmLabel="Leave without"
        danger={false}
        onConfirm={() => {
          setAskingPhoto(false)
          confirmOrLeave()
        }}
      >
        {`Owners expect one photo of each ${unitWord(service)}. Without one, the report card shows that no photo was sent.`}
      </AlertDialog>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Is that the end of this booking?"
        safeLabel="Not yet"
        confirmLabel="Yes, it is over"
        danger={false}
        onConfirm={() => {
          setAsking(false)
          void leave()
        }}
      >
        This is the last one. It completes the booking, and we tell the owner. You can still add notes
        afterwards.
      </AlertDialog>
    </>
  )
}
