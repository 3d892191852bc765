import type { ReportMeasure, ReportReason, ReportSubject } from '#contract/care/codes.ts'
import type { Site } from '#server/kernel/deps.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'
import { measureWords, reasonWords, subjectWords } from '#server/reports/words.ts'

export type DecisionFacts = {
  subjectKind: ReportSubject
  reason: ReportReason
  title: string
  measure: ReportMeasure
  decisionReason: string
}

/** Mail to the reporter: the outcome and the reason. */
export function reporterLetter(
  { subjectKind, reason, title, measure, decisionReason }: DecisionFacts,
  site: Site,
) {
  const isUpheld = measure !== 'none'
  const subject = isUpheld ? 'Your report was right' : 'Your report has been decided'
  const letter: NoticeLetter = {
    subject,
    greeting: 'Hello,',
    paragraphs: [
      `Thank you for telling us about ${subjectWords[subjectKind]}. ${isUpheld ? measureWords[measure] : 'We have looked at it and decided to leave it as it is.'} This is why:`,
    ],
    facts: [
      ['What you reported', title],
      ['Reason', reasonWords[reason]],
    ],
    quoted: decisionReason,
    button: { label: 'Your reports', url: `${site.url}/account/reports` },
    closing: `If you disagree, reply to this e-mail: somebody who was not involved in the decision will look at it again.`,
  }
  return { title: subject, letter }
}

const subjectLines: Record<Exclude<ReportMeasure, 'none'>, (what: string) => string> = {
  warned: (what) => `We have received a report about ${what} of yours, and it was right`,
  removed: (what) => `We have removed ${what} of yours`,
  suspended: () => 'Your account is suspended',
}

/** Statement of reasons for the person concerned: what was done, on which ground, and how to object. */
export function aboutLetter(
  {
    subjectKind,
    reason,
    title,
    measure,
    decisionReason,
  }: DecisionFacts & { measure: Exclude<ReportMeasure, 'none'> },
  site: Site,
) {
  const subject = subjectLines[measure](subjectWords[subjectKind])
  const letter: NoticeLetter = {
    subject,
    greeting: 'Hello,',
    paragraphs: [`${subject}. A person has looked at it and decided. This is why:`],
    facts: [
      ['What it is about', title],
      ['Reason', reasonWords[reason]],
    ],
    quoted: decisionReason,
    button: { label: 'What we expect of each other', url: `${site.url}/legal/terms-and-conditions` },
    closing:
      'If you think this is wrong, reply to this e-mail and tell us why: somebody who was not involved in the decision will look at it again, free of charge.',
  }
  return { title: subject, letter }
}
