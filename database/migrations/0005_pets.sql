create table pet (
  id           uuid primary key,
  owner_id     uuid not null references account (id),
  name         text not null,
  species      text not null,
  birth_on     date,
  weight_grams integer check (weight_grams > 0),
  details      jsonb not null,
  archived_at  timestamptz,
  version      integer not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
create index pet_owner on pet (owner_id, created_at);
