-- Codes that make a booking cheaper. An ended code is kept, because bookings name it.
create table promo_code (
  id              uuid primary key,
  code            text not null unique check (code = upper(code)),
  percent         smallint check (percent between 1 and 100),
  amount          integer check (amount > 0),
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  paid_by         text not null check (paid_by in ('platform', 'sitter')),
  first_booking   boolean not null,
  from_on         date,
  until_on        date check (until_on >= from_on),
  budget          integer check (budget > 0),
  uses_per_owner  smallint not null check (uses_per_owner > 0),
  note            text,
  created_at      timestamptz not null,
  ended_at        timestamptz,
  check ((percent is null) <> (amount is null))
);

-- What a booking takes of a code: kept free from the request on, used from the acceptance on. What went back is not in it.
create table promo_use (
  booking_id uuid primary key references booking (id),
  promo_id   uuid not null references promo_code (id),
  owner_id   uuid not null references account (id),
  status     text not null check (status in ('reserved', 'used', 'returned')),
  amount     integer not null check (amount >= 0)
);
create index promo_use_promo on promo_use (promo_id, owner_id);
