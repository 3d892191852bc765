import type { ReportMeasure, ReportReason, ReportStatus, ReportSubject } from '#contract/care/codes.ts'

export const subjectNames: Record<ReportSubject, string> = {
  person: 'Person',
  listing: 'Profile',
  review: 'Review',
  photo: 'Photo',
  message: 'Message',
}

export const reasonNames: Record<ReportReason, { label: string; hint?: string }> = {
  not_first_hand: { label: 'Not first-hand', hint: 'The writer has not been there' },
  personal_data: { label: 'Gives away personal data', hint: 'An address, a phone number, a full name' },
  threats: { label: 'Threats' },
  extortion: { label: 'Extortion', hint: 'Something is asked for in exchange' },
  obscenity: { label: 'Obscene or hateful' },
  unrelated: { label: 'Not about the care' },
  harassment: { label: 'Harassment' },
  fraud: { label: 'Fraud, or a way around the site' },
  animal_welfare: { label: 'An animal is in danger' },
  false_facts: { label: 'What it says is not true' },
  other: { label: 'Something else' },
}

export const statusNames: Record<ReportStatus, string> = {
  open: 'Being looked at',
  upheld: 'You were right',
  dismissed: 'It stays as it is',
}

export const measureNames: Record<ReportMeasure, string> = {
  none: 'Leave it as it is',
  warned: 'Warn',
  removed: 'Remove it',
  suspended: 'Suspend the account',
}

/** The measure taken, as shown to the reporter. */
export const doneWords: Record<ReportMeasure, string> = {
  none: 'Nothing was removed.',
  warned: 'The person has been warned.',
  removed: 'It was removed.',
  suspended: 'The person can no longer sign in.',
}
