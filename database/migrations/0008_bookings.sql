create sequence booking_number start 100000;

create table booking (
  id              uuid primary key,
  number          text not null unique default nextval('booking_number')::text,
  owner_id        uuid not null references account (id),
  sitter_id       uuid not null references sitter (id),
  service         text not null check (service in ('boarding', 'house_sitting', 'drop_in', 'day_care', 'dog_walking')),
  status          text not null check (status in ('inquiry', 'requested', 'offered', 'awaiting_payment', 'confirmed',
                    'in_progress', 'completed', 'closed', 'declined', 'withdrawn', 'expired', 'cancelled')),
  version         integer not null default 1,
  start_on        date not null,
  start_time      text not null,
  end_on          date not null,
  end_time        text not null,
  time_zone       text not null,
  starts_at       timestamptz not null,
  ends_at         timestamptz not null check (ends_at > starts_at),
  -- what was agreed, frozen: the quote as it was shown, and all that refunds and clocks are worked out from
  quote           jsonb not null,
  terms           jsonb not null,
  currency        text not null,
  total           integer not null check (total >= 0),
  paid            integer not null default 0 check (paid >= 0),
  refunded        integer not null default 0 check (refunded between 0 and paid),
  payment_status  text not null default 'none',
  message         text,
  expires_at      timestamptz,
  confirmed_at    timestamptz,
  checked_in_at   timestamptz,
  ended_at        timestamptz,
  cancelled_at    timestamptz,
  cancelled_by    text,
  reason          text,
  answered_at     timestamptz,
  -- when the clock moves it on, whatever the event; null when it waits for people or is at its end
  due_at          timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
create index booking_owner on booking (owner_id, starts_at desc, id desc);
create index booking_sitter on booking (sitter_id, starts_at desc, id desc);
create index booking_request on booking (sitter_id, starts_at) where status = 'requested';
create index booking_due on booking (due_at, id) where due_at is not null;

create table booking_pet (
  booking_id uuid not null references booking (id),
  pet_id     uuid not null references pet (id),
  primary key (booking_id, pet_id)
);
create index booking_pet_pet on booking_pet (pet_id);

-- One row for each visit, walk or day; stays have one row for each night.
create table booking_unit (
  booking_id uuid not null references booking (id),
  idx        smallint not null,
  on_date    date not null,
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  minutes    integer not null,
  primary key (booking_id, idx)
);

-- Append-only history; `at` is the injected clock's.
create table booking_event (
  booking_id uuid not null references booking (id),
  idx        integer not null,
  at         timestamptz not null,
  event      text not null,
  from_status text,
  to_status  text not null,
  by         text not null,
  account_id uuid,
  payload    jsonb not null,
  primary key (booking_id, idx)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger booking_event_append_only before update or delete on booking_event
  for each row execute function refuse_change();

-- The mails a booking has caused, so that a job that runs again writes none a second time.
create table booking_notice (
  booking_id uuid not null references booking (id),
  event      text not null,
  receiver   text not null check (receiver in ('owner', 'sitter')),
  created_at timestamptz not null,
  primary key (booking_id, event, receiver)
);

-- Places taken by bookings that consume capacity, with the capacity in force when they were taken.
create table sitter_day (
  sitter_id uuid not null references sitter (id),
  on_date   date not null,
  kind      text not null check (kind in ('boarding', 'house_sitting', 'drop_in', 'day_care', 'dog_walking', 'home')),
  used      smallint not null,
  cap       smallint not null,
  primary key (sitter_id, on_date, kind),
  check (used between 0 and cap)
);

-- Times a sitter cannot be in two places: visits, walks, and the nights of house sitting.
create table sitter_busy (
  sitter_id  uuid not null references sitter (id),
  booking_id uuid not null references booking (id),
  kind       text not null,
  during     tstzrange not null,
  exclude using gist (sitter_id with =, kind with =, during with &&)
);
create index sitter_busy_booking on sitter_busy (booking_id);

create table review (
  id           uuid primary key,
  booking_id   uuid not null references booking (id),
  author       text not null check (author in ('owner', 'sitter')),
  account_id   uuid not null references account (id),
  sitter_id    uuid not null references sitter (id),
  overall      smallint not null check (overall between 1 and 5),
  ratings      jsonb not null,
  body         text not null,
  private_note text,
  -- published then, or before as soon as both sides have written
  hidden_until timestamptz not null,
  published_at timestamptz,
  reply        text,
  replied_at   timestamptz,
  created_at   timestamptz not null,
  unique (booking_id, author)
);
create index review_sitter on review (sitter_id, published_at desc, id desc) where published_at is not null and author = 'owner';
create index review_hidden on review (hidden_until) where published_at is null;
