const formats = new Map<string, Intl.DateTimeFormat>()
/** Cached, because creating a format costs more than all its uses on a page. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  formats.set(timeZone, format)
  return format
}

/**
 * Returns today's date in a zone. This is the only place where pages read the clock for a date. Loaders call it, so
 * that server and browser render the same.
 */
export const todayIn = (timeZone: string): string => dayFormat(timeZone).format()

/** The current instant in milliseconds, for countdowns, which are rendered only in the browser. */
export const nowInstant = (): number => Date.now()

/** The time zone set on this device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The country of this device's language; undefined for languages without one and for areas such as 419. */
export const languageCountry = (): string | undefined => {
  const { region } = new Intl.Locale(navigator.language)
  return region?.length === 2 ? region : undefined
}

/** Every time zone the browser supports. */
export const knownZones = (): string[] => Intl.supportedValuesOf('timeZone')
/** Returns the calendar day of an instant in a zone. */
export const dayIn = (at: string, timeZone: string): string => dayFormat(timeZone).format(new Date(at))
