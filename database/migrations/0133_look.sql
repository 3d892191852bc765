-- What the site is called and how it looks, as chosen on the desk. Each change is a new version; the newest is in force.
create table look (
  version    integer primary key generated always as identity,
  document   jsonb not null,
  created_at timestamptz not null,
  account_id uuid not null references account (id),
  reason     text not null
);
