create table favourite_list (
  -- That of the account for its list of all favourites, which has a row only once it was shared.
  id          uuid primary key,
  account_id  uuid not null references account (id),
  name        text not null,
  -- Part of the address of a shared list; null while nobody else can read it.
  code        text unique,
  version     int not null default 1,
  created_at  timestamptz not null
);
create unique index favourite_list_owner on favourite_list (id, account_id);
create unique index favourite_list_name on favourite_list (account_id, lower(name));

-- Only favourites can be on a list, and one that is removed leaves all lists.
create table favourite_list_sitter (
  list_id     uuid not null,
  account_id  uuid not null references account (id),
  sitter_id   uuid not null,
  primary key (list_id, sitter_id),
  foreign key (list_id, account_id) references favourite_list (id, account_id) on delete cascade,
  foreign key (account_id, sitter_id) references favourite (account_id, sitter_id) on delete cascade
);
create index favourite_list_sitter_favourite on favourite_list_sitter (account_id, sitter_id);
