-- Announcements of the operator, shown above every page from their begin to their end to those whom they concern.
create table announcement (
  id         uuid primary key,
  version    integer not null default 1 check (version > 0),
  words      text not null,
  -- Where a reader can find out more: words and an address, or neither.
  link_words text,
  link_to    text,
  tone       text not null check (tone in ('info', 'warning')),
  audience   text not null check (audience in ('everyone', 'visitors', 'members', 'owners', 'sitters', 'staff')),
  -- Only for those who have something to do with this town.
  place_id   integer references place (id),
  begins_at  timestamptz not null,
  ends_at    timestamptz not null,
  account_id uuid not null references account (id),
  created_at timestamptz not null,
  check (ends_at >= begins_at),
  check ((link_words is null) = (link_to is null)),
  check (place_id is null or audience in ('members', 'owners', 'sitters'))
);
create index announcement_ends on announcement (ends_at);
