-- Copies of everything about one person, made by a job and kept for some days. The bytes are in the storage, sealed, part by part.
create table data_export (
  id            uuid primary key,
  account_id    uuid not null references account (id),
  state         text not null check (state in ('preparing', 'ready', 'failed', 'ended')),
  attempt       smallint not null default 0,
  -- the attempt runs until then; after it another worker may begin anew
  claimed_until timestamptz,
  -- files of the archive that are written, of all
  done          integer not null default 0,
  steps         integer not null default 0,
  parts         integer not null default 0,
  bytes         bigint not null default 0,
  asked_at      timestamptz not null,
  finished_at   timestamptz,
  -- when the archive is deleted
  ends_at       timestamptz,
  check ((state = 'preparing') = (finished_at is null)),
  check ((state in ('ready', 'ended')) = (ends_at is not null)),
  check ((state = 'preparing') or claimed_until is null)
);
create unique index data_export_running on data_export (account_id) where state = 'preparing';
create index data_export_account on data_export (account_id, asked_at desc);
create index data_export_end on data_export (ends_at) where state = 'ready';
