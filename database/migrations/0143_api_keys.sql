-- Keys with which the programs of a person use the API as that person.
create table api_key (
  id             uuid primary key,
  account_id     uuid not null references account,
  name           text not null,
  scopes         text[] not null check (cardinality(scopes) > 0),
  -- SHA-256 of the key, which itself is not stored.
  hash           bytea not null unique,
  -- The last characters of the key, to recognise it.
  ending         text not null,
  email_verified boolean not null,
  created_at     timestamptz not null,
  expires_at     timestamptz,
  -- The hour of the last request.
  used_at        timestamptz
);
create index api_key_account on api_key (account_id);
