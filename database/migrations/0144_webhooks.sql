-- Addresses that are told of the events of bookings.
create table webhook (
  id            uuid primary key,
  -- The person whose bookings it is about.
  account_id    uuid not null references account,
  address       text not null,
  events        text[] not null check (cardinality(events) > 0),
  -- The key of the signatures, sealed.
  secret        bytea not null,
  is_paused     boolean not null default false,
  -- The first of the failures since the last success.
  failing_since timestamptz,
  created_at    timestamptz not null
);
create index webhook_account on webhook (account_id);

-- Messages to these addresses, written in the transaction of their event.
create table webhook_delivery (
  id             uuid primary key,
  webhook_id     uuid not null references webhook on delete cascade,
  event          text not null,
  booking_number text,
  body           text not null,
  state          text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts       integer not null default 0,
  -- When the next attempt is due.
  next_at        timestamptz,
  tried_at       timestamptz,
  status         integer,
  took_ms        integer,
  -- The begin of the last response.
  response       text,
  -- Why no response arrived.
  failure        text,
  -- When a person last had it sent.
  by_hand_at     timestamptz,
  created_at     timestamptz not null,
  check ((state = 'waiting') = (next_at is not null))
);
create index webhook_delivery_webhook on webhook_delivery (webhook_id, created_at desc, id desc);
create index webhook_delivery_due on webhook_delivery (next_at) where next_at is not null;
create index webhook_delivery_created on webhook_delivery (created_at);
