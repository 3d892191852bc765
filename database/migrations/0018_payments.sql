-- Through whom the money of a booking moves: its two people settle it between themselves, or a provider moves it.
alter table booking add column payment_mode text not null default 'manual' check (payment_mode in ('manual', 'stripe'));

-- The sitter's account at the provider, to which the earnings go.
create table payment_account (
  account_id  uuid primary key references account (id),
  provider_id text not null unique,
  state       text not null check (state in ('started', 'checking', 'ready')),
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);

-- The owner as the provider knows them, who has stored a method there.
create table payment_customer (
  account_id  uuid primary key references account (id),
  provider_id text not null unique,
  created_at  timestamptz not null
);

-- What an owner pays for a booking through the provider, as the provider last said.
create table payment (
  id         uuid primary key,
  booking_id uuid not null references booking (id),
  payer_id   uuid not null references account (id),
  amount     integer not null check (amount > 0),
  currency   text not null,
  -- 'hold': the amount is held on the card and taken later; 'store': the card is kept and charged later
  way        text not null check (way in ('hold', 'store')),
  state      text not null check (state in ('open', 'action', 'failed', 'stored', 'authorised', 'captured', 'voided')),
  intent_id  text unique,
  setup_id   text unique,
  method_id  text,
  failure    text,
  dispute    text check (dispute in ('open', 'won', 'lost')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index payment_live on payment (booking_id) where state <> 'voided';

-- What the provider is to do: written with its cause, sent after that is committed, answered in a transaction of its own.
-- 'unknown' was sent and has no answer yet; 'waiting' has to wait for the sitter's account or the end of a dispute.
create table payment_task (
  id          uuid primary key,
  kind        text not null check (kind in ('capture', 'charge', 'cancel', 'refund', 'transfer')),
  booking_id  uuid not null references booking (id),
  payment_id  uuid references payment (id),
  -- whose account a transfer goes to
  account_id  uuid references account (id),
  amount      integer not null check (amount > 0),
  currency    text not null,
  source      text not null,
  state       text not null check (state in ('planned', 'waiting', 'unknown', 'done', 'refused')),
  -- the provider knows a sending by the id and this number
  attempt     smallint not null default 1,
  sent_at     timestamptz,
  -- keeps a second worker away while the provider is asked
  claimed_until timestamptz,
  provider_id text,
  failure     text,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  unique (kind, source)
);
create index payment_task_open on payment_task (updated_at) where state in ('planned', 'unknown', 'waiting');
create index payment_task_booking on payment_task (booking_id);

-- Each word of the provider once; what it says is read again from the provider itself.
create table payment_event (
  id          text primary key,
  type        text not null,
  object_id   text not null,
  received_at timestamptz not null,
  applied_at  timestamptz
);
create index payment_event_open on payment_event (received_at) where applied_at is null;
