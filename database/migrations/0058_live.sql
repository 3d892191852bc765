-- What browsers hear while they are open. Each account's events are numbered by a row of its own, which is locked from the
-- number's giving to the commit: who has seen a number has seen all below it (decision 47).
create table live_account (
  account_id uuid primary key references account on delete cascade,
  last_seq bigint not null check (last_seq >= 0)
) with (fillfactor = 70);

create table live_event (
  account_id uuid not null references live_account on delete cascade,
  seq bigint not null check (seq > 0),
  topic text not null,
  ids jsonb not null,
  told_at timestamptz not null,
  primary key (account_id, seq)
);
create index live_event_told on live_event using brin (told_at);
