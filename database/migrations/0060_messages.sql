-- One thread for each pair of an owner and a sitter. What was said has a number in its thread, in the order in which it was
-- stored; bookings of the pair stand among the messages by the events of their history.
create table conversation (
  id uuid primary key,
  owner_id uuid not null references account on delete cascade,
  sitter_id uuid not null references sitter on delete cascade,
  last_seq integer not null default 0 check (last_seq >= 0),
  last_at timestamptz not null,
  owner_read_seq integer not null default 0 check (owner_read_seq between 0 and last_seq),
  sitter_read_seq integer not null default 0 check (sitter_read_seq between 0 and last_seq),
  -- Put away until something newer comes.
  owner_archived_seq integer check (owner_archived_seq between 0 and last_seq),
  sitter_archived_seq integer check (sitter_archived_seq between 0 and last_seq),
  created_at timestamptz not null,
  unique (owner_id, sitter_id)
);
create index conversation_of_owner on conversation (owner_id, last_at desc, id desc);
create index conversation_of_sitter on conversation (sitter_id, last_at desc, id desc);

create table message (
  id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  seq integer not null check (seq > 0),
  -- Null: the clock.
  author_id uuid references account on delete cascade,
  -- Given by who writes, so that a message that is sent twice is one.
  client_id uuid,
  body text,
  booking_id uuid,
  event_idx integer,
  created_at timestamptz not null,
  unique (conversation_id, seq),
  unique (author_id, client_id),
  unique (booking_id, event_idx),
  foreign key (booking_id, event_idx) references booking_event (booking_id, idx),
  check ((body is null) = (booking_id is not null)),
  check ((client_id is null) = (booking_id is not null)),
  check ((event_idx is null) = (booking_id is null)),
  check (body is null or author_id is not null)
);

-- Pairs that know each other from bookings have their thread from the beginning; all of it was read elsewhere.
insert into conversation (id, owner_id, sitter_id, last_at, created_at)
select gen_random_uuid(), owner_id, sitter_id, max(updated_at), min(created_at)
from booking where sent_at is not null group by owner_id, sitter_id;

insert into message (id, conversation_id, seq, author_id, booking_id, event_idx, created_at)
select gen_random_uuid(), conversation.id,
  row_number() over (partition by conversation.id order by event.at, event.booking_id, event.idx),
  event.account_id, event.booking_id, event.idx, event.at
from conversation
  join booking using (owner_id, sitter_id)
  join booking_event as event on event.booking_id = booking.id
where booking.sent_at is not null
  and event.event in ('inquire', 'request', 'instant_book', 'offer', 'accept', 'accept_offer', 'decline', 'withdraw',
    'expire', 'cancel', 'end_early', 'cancel_by_sitter', 'check_in', 'check_out', 'propose_change', 'accept_change',
    'decline_change', 'withdraw_change');

update conversation set
  last_seq = told.seq, last_at = told.at, owner_read_seq = told.seq, sitter_read_seq = told.seq
from (select conversation_id, max(seq) as seq, max(created_at) as at from message group by conversation_id) as told
where told.conversation_id = conversation.id;
