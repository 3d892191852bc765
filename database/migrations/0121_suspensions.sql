-- Accounts that staff have suspended: with the reason, until when, and how it ended.
create table suspension (
  id           uuid primary key,
  account_id   uuid not null references account (id),
  -- Null for the command line.
  by_account   uuid references account (id),
  at           timestamptz not null,
  reason       text not null,
  -- Null: until somebody opens the account again.
  ends_at      timestamptz check (ends_at > at),
  lifted_at    timestamptz,
  -- Null if the end came, or for the command line.
  lifted_by    uuid references account (id),
  lift_reason  text
);
create unique index suspension_open on suspension (account_id) where lifted_at is null;
create index suspension_account on suspension (account_id, at desc);
create index suspension_due on suspension (ends_at) where lifted_at is null and ends_at is not null;
