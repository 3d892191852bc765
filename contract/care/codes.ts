/** Subjects, reasons and measures of reports, without zod so that the browser may import them. */

export const reportSubjects = ['person', 'listing', 'review', 'photo', 'message'] as const
export const reportReasons = [
  'not_first_hand',
  'personal_data',
  'threats',
  'extortion',
  'obscenity',
  'unrelated',
  'harassment',
  'fraud',
  'animal_welfare',
  'false_facts',
  'other',
] as const
export const reportStatuses = ['open', 'upheld', 'dismissed'] as const
/** Measures taken after a report. */
export const reportMeasures = ['none', 'warned', 'removed', 'suspended'] as const

export type ReportSubject = (typeof reportSubjects)[number]
export type ReportReason = (typeof reportReasons)[number]
export type ReportStatus = (typeof reportStatuses)[number]
export type ReportMeasure = (typeof reportMeasures)[number]

/** Rules section 11: a published review is removed only for these reasons. */
const reviewReasons = [
  'not_first_hand',
  'personal_data',
  'threats',
  'extortion',
  'obscenity',
  'unrelated',
] as const satisfies readonly ReportReason[]

/** The allowed reasons for each kind of subject. */
export const reasonsFor: Record<ReportSubject, readonly ReportReason[]> = {
  person: ['harassment', 'threats', 'extortion', 'fraud', 'animal_welfare', 'other'],
  listing: ['false_facts', 'fraud', 'animal_welfare', 'personal_data', 'obscenity', 'other'],
  review: reviewReasons,
  photo: ['personal_data', 'obscenity', 'animal_welfare', 'false_facts', 'unrelated', 'other'],
  message: ['harassment', 'threats', 'extortion', 'fraud', 'obscenity', 'other'],
}

/** The measures an operator may take when a report is upheld. */
export const measuresFor: Record<ReportSubject, readonly ReportMeasure[]> = {
  person: ['warned', 'suspended'],
  listing: ['warned', 'removed'],
  review: ['removed'],
  photo: ['removed'],
  message: ['warned', 'removed'],
}
