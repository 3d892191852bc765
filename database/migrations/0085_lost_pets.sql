-- Unlisted pages about lost pets. A page that has ended keeps its row, so that its address says so.
create table lost_pet (
  id                uuid primary key,
  pet_id            uuid not null references pet,
  owner_id          uuid not null references account,
  -- who has it in care at that time
  sitter_account_id uuid references account,
  reported_by       text not null check (reported_by in ('owner', 'sitter')),
  -- what nobody can guess of the page's address
  code              text not null unique,
  lost_at           timestamptz not null,
  time_zone         text not null,
  place             text not null,
  marks             text not null,
  behaviour         text not null,
  do_not_chase      boolean not null,
  reward            text not null,
  shows_owner_phone  boolean not null default false,
  shows_sitter_phone boolean not null default false,
  version           integer not null default 1,
  reported_at       timestamptz not null,
  ended_at          timestamptz,
  -- its words are gone, and the address answers that it is over
  forgotten_at      timestamptz,
  check (forgotten_at is null or ended_at is not null)
);
create unique index lost_pet_current on lost_pet (pet_id) where ended_at is null;
create index lost_pet_pet on lost_pet (pet_id, reported_at desc);
create index lost_pet_owner on lost_pet (owner_id);
create index lost_pet_sitter on lost_pet (sitter_account_id) where sitter_account_id is not null;
create index lost_pet_to_end on lost_pet (reported_at) where forgotten_at is null;

-- What finders wrote.
create table lost_sighting (
  id          uuid primary key,
  lost_pet_id uuid not null references lost_pet,
  words       text not null,
  contact     text not null,
  -- a keyed hash of where it came from, to count by
  net         text not null,
  told_at     timestamptz not null
);
create index lost_sighting_page on lost_sighting (lost_pet_id, told_at);
create index lost_sighting_net on lost_sighting (net, told_at);
