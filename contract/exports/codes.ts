/** What is fixed about copies of a person's data, free of zod so that the browser may import it. */

export const exportStates = ['preparing', 'ready', 'failed', 'ended'] as const
/** An archive is deleted after so many days. */
export const exportDays = 7
/** The most copies of their data that one person may ask for within 24 hours. */
export const mostExports = 3

export type ExportState = (typeof exportStates)[number]
