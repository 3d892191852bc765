-- What people have agreed to since legal texts changed in substance: the version of the text, and when.
create table consent (
  account_id uuid not null references account (id),
  slug       text not null,
  version    integer not null,
  at         timestamptz not null,
  primary key (account_id, slug, version)
);
create index content_version_in_substance on content_version (publish_at) where in_substance and withdrawn_at is null;
