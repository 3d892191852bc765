-- What one side would like to change of a booking. Its price is fixed when it is proposed: `agreed` is the plan, the pets,
-- the quote and the terms that an acceptance puts in the place of the old ones.
create table booking_change (
  id          uuid primary key,
  booking_id  uuid not null references booking (id),
  status      text not null check (status in ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
  proposed_by text not null check (proposed_by in ('owner', 'sitter')),
  proposed_at timestamptz not null,
  expires_at  timestamptz not null check (expires_at > proposed_at),
  agreed      jsonb not null,
  note        text,
  ended_at    timestamptz,
  check ((status = 'pending') = (ended_at is null))
);
create unique index booking_change_pending on booking_change (booking_id) where status = 'pending';

-- What accepted changes have given back: the terms in force were paid with the rest.
alter table booking add column changed_back integer not null default 0;
alter table booking add check (changed_back between 0 and refunded);

-- A disagreement about a booking. Whoever did not open it answers, then an operator decides, and once more after an appeal.
create table booking_case (
  id          uuid primary key,
  booking_id  uuid not null references booking (id),
  kind        text not null check (kind in ('no_show', 'not_checked_in', 'care', 'injury', 'damage', 'keys', 'other')),
  status      text not null check (status in ('awaiting_party', 'operator_review', 'resolved')),
  opened_by   text not null check (opened_by in ('owner', 'sitter', 'system')),
  opened_at   timestamptz not null,
  words       text not null,
  -- how the other side was tried to be reached, before somebody was reported as not there
  contacted   text,
  -- what the owner asks back
  asked       integer check (asked > 0),
  holds       boolean not null,
  answer_by   timestamptz not null,
  decide_by   timestamptz not null,
  answer      text,
  answered_at timestamptz,
  refund      integer check (refund >= 0),
  statement   text,
  resolved_by text check (resolved_by in ('operator', 'system')),
  resolved_at timestamptz,
  appeal      text,
  appealed_by text check (appealed_by in ('owner', 'sitter')),
  appealed_at timestamptz,
  check ((kind = 'no_show') = (contacted is not null)),
  check (status <> 'resolved' or (refund is not null and statement is not null and resolved_at is not null))
);
create unique index booking_case_open on booking_case (booking_id) where status <> 'resolved';
create index booking_case_booking on booking_case (booking_id, opened_at);
create index booking_case_decide on booking_case (decide_by, id) where status <> 'resolved';
create index booking_case_resolved on booking_case (resolved_at, id) where status = 'resolved';

-- The terms of bookings that are older than cases.
update booking set terms = jsonb_set(jsonb_set(terms,
  '{settings,case}', '{"replyHours": 48, "noShowHours": 12, "holdHours": 48, "maxDays": 14, "decideWorkingDays": 3, "appealHours": 72}'),
  '{settings,noShow}', '{"stayMinutes": 60, "ownerVisitMinutes": 15, "sitterVisitMinutes": 30}')
where terms ? 'settings' and not terms -> 'settings' ? 'case';
