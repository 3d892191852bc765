import type { ReportMeasure, ReportReason, ReportSubject } from '#contract/care/codes.ts'

export const subjectWords: Record<ReportSubject, string> = {
  person: 'a person',
  listing: 'a sitter’s profile',
  review: 'a review',
  photo: 'a photo',
  message: 'a message',
}

export const reasonWords: Record<ReportReason, string> = {
  not_first_hand: 'not based on personal experience',
  personal_data: 'gives away personal data',
  threats: 'threats',
  extortion: 'extortion',
  obscenity: 'obscene or hateful',
  unrelated: 'not about the care',
  harassment: 'harassment',
  fraud: 'fraud or a way around the site',
  animal_welfare: 'an animal in danger',
  false_facts: 'untrue',
  other: 'something else',
}

/** The measure in words, for the reporter and the person concerned. */
export const measureWords: Record<ReportMeasure, string> = {
  none: 'Nothing was removed.',
  warned: 'The person responsible has been warned.',
  removed: 'It has been removed.',
  suspended: 'The person can no longer sign in.',
}
