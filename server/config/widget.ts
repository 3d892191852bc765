/** The sites that may show the widget in a frame: all, none, or the listed ones. */
export type WidgetSites = 'any' | 'off' | readonly string[]

/** Reads `WIDGET_SITES`; undefined if it is wrong. */
export function readWidgetSites(text: string): WidgetSites | undefined {
  if (text === 'any' || text === 'off') return text
  const origins = text.split(',').map((one) => one.trim())
  return origins.every((one) => /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/.test(one)) ? origins : undefined
}
