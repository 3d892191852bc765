create table favourite (
  account_id  uuid not null references account (id),
  sitter_id   uuid not null references sitter (id),
  -- as it was read when it was kept, for when the profile is away
  name        text not null,
  note        text,
  added_at    timestamptz not null,
  primary key (account_id, sitter_id)
);
create index favourite_sitter on favourite (sitter_id);
