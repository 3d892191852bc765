-- The account into which this one was merged, because both belonged to the same person.
alter table account
  add column merged_into uuid references account (id) check (merged_into <> id),
  add column merged_at   timestamptz,
  add check ((merged_into is null) = (merged_at is null)),
  add check (merged_at is null or erased_at is not null);
create index account_merged_into on account (merged_into) where merged_into is not null;
