/** What may be reported and why, as data free of zod. */

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
/** What was done to what was reported. */
export const reportMeasures = ['none', 'warned', 'removed', 'suspended'] as const

export type ReportSubject = (typeof reportSubjects)[number]
export type ReportReason = (typeof reportReasons)[number]
export type ReportStatus = (typeof reportStatuses)[number]
export type ReportMeasure = (typeof reportMeasures)[number]

/** Rules section 11: a published review is removed for these reasons only. */
const reviewReasons = [
  'not_first_hand',
  'personal_data',
  'threats',
  'extortion',
  'obscenity',
  'unrelated',
] as const satisfies readonly ReportReason[]

/** Which reasons fit what. */
export const reasonsFor: Record<ReportSubject, readonly ReportReason[]> = {
  person: ['harassment', 'threats', 'extortion', 'fraud', 'animal_welfare', 'other'],
  listing: ['false_facts', 'fraud', 'animal_welfare', 'personal_data', 'obscenity', 'other'],
  review: reviewReasons,
  photo: ['personal_data', 'obscenity', 'animal_welfare', 'false_facts', 'unrelated', 'other'],
  message: ['harassment', 'threats', 'extortion', 'fraud', 'obscenity', 'other'],
}

/** What may be done when a report is right: a review is removed or stays, a person is warned or suspended. */
export const measuresFor: Record<ReportSubject, readonly ReportMeasure[]> = {
  person: ['warned', 'suspended'],
  listing: ['warned', 'removed'],
  review: ['removed'],
  photo: ['removed'],
  message: ['warned', 'removed'],
}
