-- What staff note about a person, for each other.
create table staff_note (
  id          uuid primary key,
  -- The person whom it is about.
  account_id  uuid not null references account (id),
  by_account  uuid not null references account (id),
  at          timestamptz not null,
  edited_at   timestamptz,
  words       text not null
);
create index staff_note_account on staff_note (account_id, at desc, id desc);
create index staff_note_by on staff_note (by_account);
