-- The releases that were started with this database, so that an older one refuses it.
create table release (
  version    text primary key,
  started_at timestamptz not null default now()
);
