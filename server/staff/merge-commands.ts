import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff/merging.ts'
import { closeMerged } from '#server/accounts/merge-commands.ts'
import { moveHousehold } from '#server/households/commands.ts'
import { openMattersOf } from '#server/identity/deletion/commands.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'
import { mergedMail } from '#server/staff/mails.ts'
import { type MergeRule, mergeRules } from '#server/staff/merge-column.ts'
import {
  countRows,
  findFacts,
  lockAccounts,
  type Merge,
  type MergeFacts,
  mergeRows,
} from '#server/staff/merge-store.ts'
import type { PersonRow } from '#server/staff/people-store.ts'
import { refused, requireChangeable } from '#server/staff/person-commands.ts'

type Both = { goes: PersonRow; stays: PersonRow }

/** Matters of money that belong to the account with which they were begun; payouts are the sitter's. */
const moneyKinds = ['payment', 'dispute', 'invoice']

const sitterObstacle = ({ is_sitter: isSitter, both_sitters: areBoth }: MergeFacts): string[] =>
  areBoth
    ? [
        'Both have a sitter profile, and reviews and bookings belong to each. Close one as a deletion instead.',
      ]
    : isSitter
      ? ['The account that goes has a sitter profile. Merge the other way round, so that it stays.']
      : []

function factObstacles(facts: MergeFacts): string[] {
  const given: [applies: boolean, sentence: string][] = [
    [facts.has_booked, 'They have bookings with each other, so they are two people. They cannot be merged.'],
    [
      facts.has_written && !facts.has_booked,
      'They have written to each other, so they are two people. They cannot be merged.',
    ],
    [
      facts.has_balance,
      'The account that goes has a balance in the ledger, such as a refund that is still to be paid. Settle it first: “Transfers in the ledger” on its page shows it.',
    ],
    [
      facts.has_open_card,
      'The account that goes has an open booking whose card is saved for it. Wait until the booking is over, or cancel it.',
    ],
  ]
  return [...sitterObstacle(facts), ...given.flatMap(([applies, sentence]) => (applies ? [sentence] : []))]
}

function accountObstacles({ goes, stays }: Both): string[] {
  const isClosed = ({ disabled, deletion_due_at: dueAt }: PersonRow) => disabled || dueAt !== null
  return [
    ...(goes.roles.length > 0 ? ['The account that goes helps to run the site. Take its roles first.'] : []),
    ...(isClosed(goes) || isClosed(stays)
      ? ['One of the accounts is suspended or about to be deleted. Open it again first, or leave it closed.']
      : []),
  ]
}

async function obstaclesOf(db: Db, both: Both): Promise<string[]> {
  const merge = { from: both.goes.id, into: both.stays.id }
  const open = (await openMattersOf({ db }, merge.from)).filter(({ kind }) => moneyKinds.includes(kind))
  return [
    ...accountObstacles(both),
    ...factObstacles(await findFacts(db, merge)),
    ...open.map(({ text }) => `${text}. Settle this first.`),
  ]
}

const lineOf = ({ what }: MergeRule, count: number): string[] =>
  what && count > 0 ? [`${count} ${what[count === 1 ? 0 : 1]}`] : []

async function readMerge(db: Db, viewer: Viewer, { from, into }: Merge) {
  if (from === into) throw refused('These are the same account.')
  const stays = await requireChangeable(db, viewer, into)
  const goes = await requireChangeable(db, viewer, from)
  const [obstacles, counts, kept] = [
    await obstaclesOf(db, { goes, stays }),
    await countRows(db, from),
    await countRows(db, into),
  ]
  const ends = (name: string, rule: MergeRule) =>
    rule.how === 'end' ||
    (rule.how === 'by' && rule.statement === 'exports') ||
    (name === 'household.account_id' && (kept.get(name) ?? 0) > 0)
  const lines = (isEnd: boolean) =>
    Object.entries(mergeRules).flatMap(([name, rule]) =>
      ends(name, rule) === isEnd ? lineOf(rule, counts.get(name) ?? 0) : [],
    )
  const { id: accountId, name, email } = goes
  const shown = { from: { accountId, name, email }, obstacles, moves: lines(false), ends: lines(true) }
  return { stays, goes, shown }
}

/** What a merge would move, and what prevents it. */
export const previewMerge = async (
  { db }: Deps,
  viewer: Viewer,
  merge: Merge,
): Promise<EndpointResponse<typeof contract.previewMerge>> => (await readMerge(db, viewer, merge)).shown

type Given = HandlerInput<typeof contract.mergePeople>['body']

/** Merges two accounts of one person: the one moves into the other and is closed for good. */
export const mergePeople = (
  deps: Deps,
  viewer: Viewer,
  into: string,
  { fromAccountId: from, reason }: Given,
): Promise<EndpointResponse<typeof contract.mergePeople>> =>
  ensureTransaction(deps, async (deps) => {
    await lockAccounts(deps.db, { from, into })
    const { stays, goes, shown } = await readMerge(deps.db, viewer, { from, into })
    if (shown.obstacles.length > 0) throw refused(shown.obstacles.join(' '))
    await moveHousehold(deps, { from, into })
    await mergeRows(deps.db, { from, into })
    await deps.enqueue(deps.db, 'exports.forget', { accountId: from })
    await closeMerged(deps, { accountId: from, into })
    const facts = { goes: goes.email, stays: stays.email, reason }
    for (const { name, email } of [goes, stays])
      if (email !== '') await queueMail(deps, mergedMail({ name, email }, facts, deps.site))
    return shown
  })
