create table saved_search (
  id          uuid primary key,
  account_id  uuid not null references account (id),
  name        text not null,
  -- as the page's address says it, and as the API is asked
  address     text not null,
  query       jsonb not null,
  tells       boolean not null,
  -- who was there when somebody looked, and who has come since
  seen        uuid[] not null,
  fresh       uuid[] not null default '{}',
  looked_at   timestamptz not null,
  created_at  timestamptz not null
);
create index saved_search_account on saved_search (account_id, created_at desc);
create index saved_search_due on saved_search (looked_at, id) where tells;
