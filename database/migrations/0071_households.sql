-- What somebody needs to know who comes to an owner's home. Each value is sealed in its own place; the shape of a row tells nothing.
create table household (
  account_id uuid primary key references account (id) on delete cascade,
  version integer not null default 1,
  address bytea,
  entry bytea,
  door_code bytea,
  alarm bytea,
  cameras bytea,
  emergency bytea,
  absence bytea,
  updated_at timestamptz not null
);

-- Who has looked at it, when, and at what: never changed, and shown to its owner.
create table household_view (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  booking_id uuid not null references booking (id),
  viewer_id uuid not null references account (id),
  fields text[] not null,
  viewed_at timestamptz not null
);
create index household_view_account on household_view (account_id, viewed_at desc);
create index household_view_booking on household_view (booking_id);
create function household_view_stays() returns trigger language plpgsql as $$
begin
  raise exception 'The log of views is never changed';
end $$;
create trigger household_view_stays before update on household_view
  for each row execute function household_view_stays();
