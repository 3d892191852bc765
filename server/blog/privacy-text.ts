import { type Retention, type PrivacyRow, topics } from '#server/privacy/row.ts'

const bases: Record<PrivacyRow['basis'], string> = {
  contract: 'contract',
  law: 'law',
  interest: 'legitimate interest',
  consent: 'consent',
}

/** Renders the table of personal data as Markdown, one section for each topic. */
export const privacyText = (rows: readonly PrivacyRow[]): string =>
  topics
    .map((topic) => ({ topic, own: rows.filter((row) => row.topic === topic) }))
    .filter(({ own }) => own.length > 0)
    .map(({ topic, own }) => [`### ${topic}`, '', ...own.map(textOf)].join('\n'))
    .join('\n\n')

/**
 * Says only whether data is missing from the copy or kept after deletion; the text above the list states the default.
 */
const textOf = ({ what, purpose, basis, seenBy, kept, exported, erased }: PrivacyRow): string =>
  [
    `- **${what}.** ${purpose} (${bases[basis]}).`,
    `  - **Who sees it:** ${lowerFirst(seenBy)}.`,
    `  - **Kept** ${retentionText(kept)}.`,
    ...(typeof erased === 'object'
      ? [`  - **Not deleted with your account:** ${lowerFirst(erased.why)}`]
      : []),
    ...('not' in exported ? [`  - **Not in your copy:** ${lowerFirst(exported.not)}`] : []),
  ].join('\n')

const lowerFirst = (sentence: string): string => `${sentence[0]!.toLowerCase()}${sentence.slice(1)}`

function retentionText(kept: Retention): string {
  if ('until' in kept) return `until ${kept.until}`
  const [count, unit] = 'hours' in kept ? [kept.hours, 'hour'] : [kept.days, 'day']
  return count === 0
    ? `until ${kept.after}`
    : `for ${count} ${unit}${count === 1 ? '' : 's'} after ${kept.after}`
}
