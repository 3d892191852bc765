import type { BookingStatus, OperatorEvent } from '#contract/codes.ts'
import type { Event, Transition } from '#server/bookings/life/transition.ts'

type CaseEvent =
  | OperatorEvent
  | Extract<Event, `${string}_case` | `${string}_no_show` | `${string}_missed` | 'flag_not_checked_in'>

const notify = ['bookings.notify'] as const
/** The operator has to act next. */
const notifyAndAsk = ['bookings.notify', 'bookings.tell-operators'] as const
const same = <Status extends BookingStatus>(...statuses: readonly Status[]) =>
  Object.fromEntries(statuses.map((status) => [status, status])) as Record<Status, Status>
const anywhere = same('confirmed', 'in_progress', 'completed', 'closed', 'cancelled')

const bothTold = (words: string) => ({ owner: words, sitter: words })

/** Events of disagreements and absences. */
export const caseTransitions: Record<CaseEvent, Transition> = {
  report_no_show: {
    by: ['owner', 'sitter'],
    to: same('confirmed', 'in_progress'),
    guards: ['never_checked_in', 'no_absence_open', 'absence_free', 'nothing_to_charge'],
    effects: ['open_case'],
    jobs: notify,
    opens: 'no_show_from',
    deadline: 'end',
    response: null,
    words: '{by} reported that {other} was not there',
    tellsOther: true,
    tells: {
      owner: '{sitter} reports that you were not there: please answer',
      sitter: '{owner} reports that you were not there: please answer',
    },
  },
  report_missed: {
    by: ['owner', 'sitter'],
    to: same('confirmed', 'in_progress', 'completed'),
    guards: ['visit_missable', 'whole_attended'],
    effects: ['open_case'],
    jobs: notify,
    opens: null,
    deadline: null,
    response: null,
    words: '{by} reported that {other} was not there for {subject}',
    tellsOther: true,
    tells: {
      owner: '{sitter} reports that you were not there: please answer',
      sitter: '{owner} reports that you were not there: please answer',
    },
  },
  open_case: {
    by: ['owner', 'sitter'],
    to: same('in_progress', 'completed'),
    guards: ['subject_free'],
    effects: ['open_case'],
    jobs: notify,
    opens: null,
    deadline: 'case_until',
    response: null,
    words: '{by} opened a case about {subject}',
    tellsOther: true,
    tells: {
      owner: '{sitter} has opened a case about {subject}: please answer',
      sitter: '{owner} has opened a case about {subject}: please answer',
    },
  },
  flag_not_checked_in: {
    by: ['system'],
    to: same('confirmed'),
    guards: ['is_visit', 'never_flagged'],
    effects: ['open_case'],
    jobs: notify,
    opens: 'auto_complete',
    deadline: null,
    response: null,
    words: 'Nobody ever checked in, so a case was opened',
    tells: bothTold('Nobody checked in: please tell us what happened'),
  },
  answer_case: {
    by: ['owner', 'sitter'],
    to: anywhere,
    guards: ['case_by_other'],
    effects: ['answer_case'],
    jobs: notifyAndAsk,
    about: 'case',
    opens: null,
    deadline: 'case_answer_until',
    response: null,
    words: '{by} answered the case about {subject}',
    tellsOther: true,
    tells: {
      owner: '{sitter} has answered the case about {subject}: the operator decides',
      sitter: '{owner} has answered the case about {subject}: the operator decides',
    },
  },
  pass_on_case: {
    by: ['system'],
    to: anywhere,
    guards: ['case_unanswered'],
    effects: ['pass_on_case'],
    jobs: notifyAndAsk,
    about: 'case',
    opens: 'case_answer_until',
    deadline: null,
    response: null,
    words: 'The case about {subject} was not answered in time, the operator decides',
    tells: bothTold('The case about {subject} was not answered in time: the operator decides'),
  },
  resolve_no_show: {
    by: ['system'],
    to: { confirmed: 'cancelled', in_progress: 'completed' },
    guards: ['absence_unanswered'],
    effects: ['settle_absence', 'free_undelivered_places', 'mark_end', 'end_change'],
    jobs: ['bookings.notify', 'sitters.refresh-figures'],
    about: 'case',
    opens: 'case_answer_until',
    deadline: null,
    response: null,
    words: 'The report about {subject} was not answered, so it was decided by the rules',
    tells: bothTold('The report about {subject} was not answered: it is decided'),
  },
  resolve_missed: {
    by: ['system'],
    to: anywhere,
    guards: ['visit_unanswered'],
    effects: ['settle_visit'],
    jobs: notify,
    about: 'case',
    opens: 'case_answer_until',
    deadline: null,
    response: null,
    words:
      'The report about {subject} was not answered, so it was decided by the rules: {amount} goes back to {owner}',
    tells: bothTold('The report about {subject} was not answered: it is decided'),
  },
  resolve_case: {
    by: ['operator'],
    to: anywhere,
    guards: ['case_open', 'within_held', 'reason_given'],
    effects: ['resolve_case'],
    jobs: notify,
    about: 'case',
    opens: null,
    deadline: null,
    response: null,
    words: 'The operator decided the case about {subject}, {amount} goes back to {owner}',
    tells: bothTold('Your case about {subject} is decided'),
  },
  appeal_case: {
    by: ['owner', 'sitter'],
    to: anywhere,
    guards: ['case_appealable'],
    effects: ['appeal_case'],
    jobs: notifyAndAsk,
    about: 'case',
    opens: null,
    deadline: 'appeal_until',
    response: null,
    words: '{by} appealed against the decision about {subject}',
    tellsOther: true,
    tells: {
      owner: '{sitter} appeals against the decision about {subject}: the operator looks at it again',
      sitter: '{owner} appeals against the decision about {subject}: the operator looks at it again',
    },
  },
  cancel_by_operator: {
    by: ['operator'],
    to: { confirmed: 'cancelled', in_progress: 'completed' },
    guards: ['within_held', 'reason_given'],
    effects: ['split', 'drop_charge', 'free_undelivered_places', 'close_case', 'mark_end', 'end_change'],
    jobs: ['bookings.notify', 'sitters.refresh-figures'],
    opens: null,
    deadline: null,
    response: null,
    words: 'The operator ended the booking, {amount} goes back to {owner}',
    tells: {
      owner: 'The operator has ended your booking with {sitter}',
      sitter: 'The operator has ended the booking of {owner}',
    },
  },
}
