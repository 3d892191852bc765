import { Icon } from '#web/ui/icon.tsx'
import { useEffect } from 'react'
import type { PartProps } from '#web/care/parts/part-props.ts'
import { RoutePicture } from '#web/care/parts/route-picture.tsx'
import { lengthWords } from '#web/care/route-line.ts'
import { routeRecorder, startRoute, stopRoute } from '#web/care/route-recorder.ts'
import { recordEntry } from '#web/care/sync.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const troubles = {
  denied:
    'Your browser does not share your location. Allow it in its settings for this site, then start again.',
  unavailable: 'Your location cannot be found at the moment. Recording continues once it can.',
}

/** A route belongs to a visit that has begun and is not over. */
const mayRecordOn = ({ card: { arrivedAt, leftAt }, writable }: PartProps): boolean =>
  writable && arrivedAt !== null && leftAt === null && 'geolocation' in navigator

/** True while the route of this card is being recorded. */
const useIsRecording = ({ bookingId, card }: PartProps): boolean =>
  routeRecorder(({ recording }) => recording?.bookingId === bookingId && recording.unit === card.unit)

/** The route of a walk, if the sitter wants to share it. */
export function RoutePart(props: RoutePartProps) {
  const { bookingId, card, writable } = props
  const { leftAt, routes } = card
  const { metres, trouble } = routeRecorder()
  const isRecording = useIsRecording(props)
  // Stops recording when the walk ends; opening another page of the site does not stop it.
  useEffect(() => {
    if (isRecording && leftAt) stopRoute()
  }, [isRecording, leftAt])
  const mayRecord = mayRecordOn(props)
  if (!mayRecord && !isRecording && routes.length === 0) return null
  const takeBack = async () => {
    for (const { id } of routes) await recordEntry(bookingId, { kind: 'withdraw', entryId: id })
  }
  return (
    <section aria-labelledby="route" className="grid gap-3">
      <h3 id="route" className="text-lg">
        Route
      </h3>
      {routes.length > 0 && <RoutePicture routes={routes} />}
      {isRecording ? (
        <>
          <p role="status" className="font-medium">
            Recording. Keep this site open while you walk.
          </p>
          <p className="figures text-ink-2">{lengthWords(metres)} so far</p>
          <Button size="large" wide icon={<Icon name="circle-stop" size={20} />} onClick={stopRoute}>
            Stop recording
          </Button>
        </>
      ) : (
        mayRecord && <StartRoute {...props} />
      )}
      {trouble && (
        <Notice kind="warning" announced>
          {troubles[trouble]}
        </Notice>
      )}
      {writable && !isRecording && routes.length > 0 && (
        <Button kind="quiet" size="small" className="justify-self-start" onClick={() => void takeBack()}>
          Remove the route
        </Button>
      )}
    </section>
  )
}

type RoutePartProps = PartProps & { routeDays: number }

function StartRoute({ bookingId, card: { unit, routes }, routeDays }: RoutePartProps) {
  return (
    <>
      <Button
        size="large"
        wide
        icon={<Icon name="route" size={20} />}
        onClick={() => startRoute(bookingId, unit)}
      >
        {routes.length > 0 ? 'Continue recording' : 'Record the route'}
      </Button>
      <p className="text-sm text-ink-2">
        {`This is optional. Only you and the owner see it, and it is deleted after ${routeDays} days.`}
      </p>
    </>
  )
}
