-- Photos and documents: how far each has arrived, what became of it, and what it is shown with. The bytes are elsewhere.
create table file (
  id uuid primary key,
  account_id uuid not null references account (id),
  kind text not null check (kind in
    ('account', 'sitter', 'pet', 'message', 'review', 'report-card', 'evidence', 'document')),
  state text not null check (state in ('receiving', 'processing', 'ready', 'refused')),
  name text not null,
  -- What was announced, and once it is ready what is kept.
  type text not null,
  bytes integer not null check (bytes > 0),
  received integer not null default 0 check (received between 0 and bytes),
  -- The names of the parts, in order, until they have been put together.
  parts text[] not null default '{}',
  refusal text,
  -- Of what is kept and of the row, so that no two files share their bytes.
  hash text unique,
  width integer,
  height integer,
  widths integer[] not null default '{}',
  blur text,
  alt text not null default '',
  -- A sitter, pet, message, review, report card or case; null until it belongs to one.
  subject_id uuid,
  position integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  attached_at timestamptz,
  removed_at timestamptz,
  check (state <> 'ready' or (hash is not null and finished_at is not null)),
  check (subject_id is null or (state = 'ready' and attached_at is not null))
);
create index file_subject on file (subject_id, kind, position) where removed_at is null;
create index file_account on file (account_id, created_at);
-- What the sweeper looks through: whatever belongs to nothing.
create index file_loose on file (created_at) where subject_id is null or removed_at is not null;
