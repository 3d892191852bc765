import type { BookingCase } from '#contract/bookings/cases.ts'
import type { Photo } from '#contract/files/files.ts'
import { formatMoney, formatZone } from '#contract/words.ts'
import { caseKindWords, openerName } from '#web/bookings/case/case-words.ts'
import { SmallPhotos } from '#web/files/small-photos.tsx'
import { formatInstant } from '#web/format.ts'
import { reportOf } from '#web/reports/report-of.tsx'

type WordsProps = {
  one: BookingCase
  names: { owner: string; sitter: string }
  currency: string
  zone: string
  placeZone: string
}

type Statement = [
  who: string,
  at: string | null,
  words: string | null,
  photos: Photo[],
  action: typeof reportOf | undefined,
]

function statementsOf({ one, names }: Pick<WordsProps, 'one' | 'names'>): Statement[] {
  const other = one.openedBy === 'owner' ? names.sitter : one.openedBy === 'sitter' ? names.owner : 'One side'
  const answeredBy = one.openedBy === 'owner' ? 'sitter' : 'owner'
  const isRead = Object.values(names).includes('You')
  /** Each side can report the other's statements. Operators cannot, because they decide the case anyway. */
  const reportAction = (by: BookingCase['openedBy'] | null) =>
    isRead && by !== null && by !== 'system' && names[by] !== 'You' ? reportOf : undefined
  return [
    [
      `${openerName(one, names)}: ${caseKindWords[one.kind].toLowerCase()}`,
      one.openedAt,
      one.words,
      one.photos,
      reportAction(one.openedBy),
    ],
    [`${other} answered`, one.answeredAt, one.answer, one.answerPhotos, reportAction(answeredBy)],
    [
      one.appealedBy ? `${names[one.appealedBy]} appealed` : '',
      one.appealedAt,
      one.appeal,
      one.appealPhotos,
      reportAction(one.appealedBy),
    ],
    [
      one.resolvedBy === 'system' ? 'Decided by the rules' : 'The operator decided',
      one.resolvedAt,
      one.statement,
      [],
      undefined,
    ],
  ]
}

/** Both sides' statements and the decision, in order. */
export function CaseWordsList(props: WordsProps) {
  return (
    <div className="grid gap-4">
      <ol className="grid gap-4">
        {statementsOf(props).map(([who, at, words, photos, action]) =>
          at && words ? (
            <li key={who} className="max-w-measure border-l-2 border-green-line pl-4">
              <p className="text-sm font-semibold">
                {who}, <time dateTime={at}>{formatInstant(at, props.zone)}</time>
              </p>
              <p className="whitespace-pre-line">{words}</p>
              <SmallPhotos
                {...{ photos, action }}
                label={`Pictures with “${who}”`}
                className="mt-2 print:hidden"
              />
            </li>
          ) : null,
        )}
      </ol>
      <Facts {...props} />
    </div>
  )
}

function Facts({ one, names, currency, placeZone }: WordsProps) {
  return (
    <dl className="grid gap-x-6 gap-y-1 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
      {one.visitAt && (
        <>
          <dt className="text-ink-2">Missed</dt>
          <dd className="figures">
            <time dateTime={one.visitAt}>{formatInstant(one.visitAt, placeZone)}</time>
            {` (${formatZone(placeZone)} time)`}
          </dd>
        </>
      )}
      {one.contacted && (
        <>
          <dt className="text-ink-2">Attempts to get in touch</dt>
          <dd>{one.contacted}</dd>
        </>
      )}
      {one.asked !== null && (
        <>
          <dt className="text-ink-2">{names.owner === 'You' ? 'You ask' : `${names.owner} asks`} for</dt>
          <dd className="figures">{formatMoney(one.asked, currency)}</dd>
        </>
      )}
      {one.refund !== null && (
        <>
          <dt className="text-ink-2">Taken off the price</dt>
          <dd className="figures">{formatMoney(one.refund, currency)}</dd>
        </>
      )}
    </dl>
  )
}
