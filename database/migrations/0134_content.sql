-- Texts of the blog, the help pages, the legal pages and how it works, as published on the desk. Of the versions whose
-- time has come, the one published last is shown; without one, the text of the release is.
create table content_version (
  kind         text not null check (kind in ('blog', 'help', 'legal', 'how-it-works')),
  slug         text not null,
  version      integer not null check (version > 0),
  -- What is shown: the text of this version, the text of the release, or nothing.
  change       text not null check (change in ('text', 'shipped', 'hidden')),
  fields       jsonb,
  body         text,
  publish_at   timestamptz not null,
  -- A legal text has changed so much that people are asked for their consent again.
  in_substance boolean not null check (kind = 'legal' or not in_substance),
  reason       text not null,
  account_id   uuid not null references account (id),
  created_at   timestamptz not null,
  -- A planned version that was taken back before its time.
  withdrawn_at timestamptz check (withdrawn_at < publish_at),
  primary key (kind, slug, version),
  check ((change = 'text') = (fields is not null) and (change = 'text') = (body is not null))
);
create index content_version_shown on content_version (kind, slug, publish_at desc, version desc)
  where withdrawn_at is null;

-- What is being written and not published; every save has a new revision, so that nobody overwrites another's words.
create table content_draft (
  kind       text not null check (kind in ('blog', 'help', 'legal', 'how-it-works')),
  slug       text not null,
  revision   integer not null unique generated always as identity,
  fields     jsonb not null,
  body       text not null,
  account_id uuid not null references account (id),
  saved_at   timestamptz not null,
  primary key (kind, slug)
);
