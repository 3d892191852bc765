import type { Actor, BookingStatus } from '#contract/codes.ts'
import { listWords } from '#contract/words.ts'
import type { BrokenRule } from '#server/bookings/life/rule.ts'
import type { Check, Event, Guard } from '#server/bookings/life/transition.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { instantInWords } from '#server/kernel/words.ts'

/** The reason given to a person whose event fails a guard or a check. */
export const guardWords: Partial<Record<Guard | Check, string>> = {
  nothing_to_charge: 'its card has to be charged first',
  no_charge_running: 'its card is being charged at the moment',
  no_change_pending: 'a change is waiting for its answer or its payment',
  change_by_other: 'no change is waiting for your answer',
  change_by_self: 'you have no change to withdraw',
  no_tip_pending: 'a tip is waiting for its payment',
  payout_due: 'no money is held for it any more',
  cancelled_by_owner: 'it was not cancelled by its owner',
  instant_allowed: 'the sitter answers each request first',
  never_checked_in: 'the sitter has checked in',
  no_absence_open: 'a case about an absence is open',
  absence_free: 'there has already been a case about this absence',
  whole_attended: 'a case about the absence from the whole booking is open',
  visit_missable: 'none of its visits can be reported now',
  subject_free: 'there has already been a case about each subject',
  nothing_open: 'this booking itself is still open',
  owner_here: 'its owner has left',
  case_open: '"caseId" is not an open case of this booking',
  case_by_other: '"caseId" is not a case that is waiting for your answer',
  case_appealable: '"caseId" is not a case whose decision can be appealed',
}

const actorWords: Record<Actor, string> = {
  owner: 'the owner',
  sitter: 'the sitter',
  operator: 'an operator',
  system: 'the system',
}

const statusWords = (status: string): string =>
  status === 'inquiry' ? 'a question' : status.replaceAll('_', ' ')

type RefusalContext = { by: Actor; status: BookingStatus; timeZone: string }

function reasonOf(event: Event, { by, status, timeZone }: RefusalContext, { rule, at }: BrokenRule): string {
  const row = transitions[event]
  const when = at ? instantInWords(at, timeZone) : ''
  switch (rule) {
    case 'actor':
      return `it is for ${listWords(row.by.map((actor) => actorWords[actor]))}, and you are ${actorWords[by]}`
    case 'status':
      return `it is possible while a booking is ${Object.keys(row.to)
        .filter((from) => from !== 'new')
        .map(statusWords)
        .join(' or ')}, and this one is ${statusWords(status)}`
    case 'circle':
      return 'it is free care by a friend'
    case 'too_early':
      return `it is possible from ${when} on`
    case 'too_late':
      return `it was possible until ${when}`
    default:
      return guardWords[rule] ?? 'another rule prevents it'
  }
}

/**
 * Explains why an event is refused: a sentence with the broken rule and the value that broke it, and both as fields
 * for programs.
 */
export const moveRefusal = (event: Event, context: RefusalContext, broken: BrokenRule) => ({
  detail: `"${event}" is not possible now: ${reasonOf(event, context, broken)}. Read the booking again; its "actions" list what is possible.`,
  event,
  bookingStatus: context.status,
  rule: broken.rule,
  ...(broken.rule === 'too_early' ? { opensAt: broken.at?.toISOString() } : {}),
  ...(broken.rule === 'too_late' ? { deadlineAt: broken.at?.toISOString() } : {}),
})
