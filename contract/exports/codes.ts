/** Constants of personal data exports, without zod so that the browser may import them. */

export const exportStates = ['preparing', 'ready', 'failed', 'ended'] as const
/** Days after which an archive is deleted. */
export const exportDays = 7
/** Maximum number of exports that one person may request within 24 hours. */
export const maxExportsPerDay = 3

export type ExportState = (typeof exportStates)[number]
