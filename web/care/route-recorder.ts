import { create } from 'zustand'
import { metresBetween, type Point } from '#web/care/route-line.ts'
import { recordEntry } from '#web/care/sync.ts'
import { readHint } from '#web/persisted.ts'

type State = {
  /** The card being recorded in this window. */
  recording: { bookingId: string; unit: number } | null
  metres: number
  trouble: 'denied' | 'unavailable' | null
}

/** Records the route of a walk, only while the page is open and the sitter wants it. */
export const routeRecorder = create<State>()(() => ({ recording: null, metres: 0, trouble: null }))

/** Minimum accuracy in metres: positions from a phone in a pocket are too vague. */
const maxErrorMetres = 60
const minStepMetres = 8
/** Number of points per entry; each full piece is queued like any other entry. */
const pointsPerEntry = 60

let watch: number | undefined
let points: Point[] = []
let awake: WakeLockSentinel | undefined

const pointText = ([lat, lng]: Point) => `${+lat.toFixed(5)},${+lng.toFixed(5)}`

/** Queues the points as an entry. The last point starts the next piece, so that the line has no gap. */
function queuePiece(): void {
  const { recording } = routeRecorder.getState()
  // Recording stops after a sign-out.
  if (!recording || !readHint() || points.length < 2) return
  const routePoints = points.map(pointText).join(' ')
  points = points.slice(-1)
  void recordEntry(recording.bookingId, { kind: 'route', unit: recording.unit, points: routePoints })
}

function take({ coords }: GeolocationPosition): void {
  if (coords.accuracy > maxErrorMetres) return
  const point: Point = [coords.latitude, coords.longitude]
  const last = points.at(-1)
  const step = last ? metresBetween(last, point) : 0
  if (last && step < minStepMetres) return
  points.push(point)
  routeRecorder.setState(({ metres }) => ({ metres: metres + step, trouble: null }))
  if (points.length >= pointsPerEntry) queuePiece()
}

const fail = ({ code }: GeolocationPositionError): void => {
  if (code === GeolocationPositionError.PERMISSION_DENIED) {
    stopRoute()
    routeRecorder.setState({ trouble: 'denied' })
  } else routeRecorder.setState({ trouble: 'unavailable' })
}

/** Keeps the screen on if the browser supports it; otherwise recording pauses when the screen turns off. */
async function stayAwake(): Promise<void> {
  try {
    awake = await navigator.wakeLock?.request('screen')
  } catch (error) {
    console.info('The screen may go dark.', error)
  }
}

const whenHidden = () => {
  if (document.visibilityState === 'hidden') queuePiece()
  else void stayAwake()
}

/** The browser asks for permission only now. */
export function startRoute(bookingId: string, unit: number): void {
  if (routeRecorder.getState().recording) stopRoute()
  points = []
  routeRecorder.setState({ recording: { bookingId, unit }, metres: 0, trouble: null })
  watch = navigator.geolocation.watchPosition(take, fail, {
    enableHighAccuracy: true,
    maximumAge: 5_000,
    timeout: 30_000,
  })
  document.addEventListener('visibilitychange', whenHidden)
  void stayAwake()
}

export function stopRoute(): void {
  if (watch !== undefined) navigator.geolocation.clearWatch(watch)
  watch = undefined
  document.removeEventListener('visibilitychange', whenHidden)
  queuePiece()
  points = []
  routeRecorder.setState({ recording: null })
  void awake?.release()
  awake = undefined
}
