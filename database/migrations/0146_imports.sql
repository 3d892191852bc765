-- Sitters and stays from elsewhere, as checked files. A profile waits here until its person takes it over.
create table import (
  id         uuid primary key,
  kind       text not null check (kind in ('sitters', 'stays')),
  file_name  text not null,
  state      text not null check (state in ('checked', 'running', 'done', 'undone')),
  -- Null for an import at the command line.
  account_id uuid references account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index import_created on import (created_at, id);

create table import_row (
  import_id   uuid not null references import (id) on delete cascade,
  line        integer not null,
  kind        text not null check (kind in ('sitters', 'stays')),
  external_id text not null,
  -- The sitter that a stay belongs to, by the id elsewhere.
  of_id       text,
  -- In lower case; null for stays, and once the person has taken the profile over.
  email       text,
  outcome     text not null check (outcome in ('create', 'change', 'same', 'refused')),
  faults      jsonb not null,
  data        jsonb not null,
  done_at     timestamptz,
  invited_at  timestamptz,
  accepted_at timestamptz,
  sitter_id   uuid references sitter (id),
  primary key (import_id, line)
);
create unique index import_row_in_force on import_row (kind, external_id) where done_at is not null;
create index import_row_email on import_row (email) where done_at is not null and email is not null;
create index import_row_of on import_row (of_id) where done_at is not null and of_id is not null;
create index import_row_sitter on import_row (sitter_id) where sitter_id is not null;
