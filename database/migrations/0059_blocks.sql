-- Who wants to have nothing to do with whom.
create table block (
  blocker_id uuid not null references account on delete cascade,
  blocked_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index block_blocked on block (blocked_id);
