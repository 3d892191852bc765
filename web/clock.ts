const formats = new Map<string, Intl.DateTimeFormat>()
/** Making one costs more than all its uses on a page. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  formats.set(timeZone, format)
  return format
}

/** The pages' only look at the clock: the day it is now in a zone. Loaders read it, so that both sides render the same. */
export const todayIn = (timeZone: string): string => dayFormat(timeZone).format()

/** The instant it is now, in milliseconds: for countdowns, which only the browser draws. */
export const nowInstant = (): number => Date.now()

/** The zone this device is set to. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Every zone that the browser knows. */
export const knownZones = (): string[] => Intl.supportedValuesOf('timeZone')
/** The calendar day of an instant, where it is. */
export const dayIn = (at: string, timeZone: string): string => dayFormat(timeZone).format(new Date(at))
