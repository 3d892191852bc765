-- Addresses that get no more mail, and why.
create table mail_suppression (
  id      uuid primary key,
  address text not null unique check (address = lower(address)),
  cause   text not null check (cause in ('bounce', 'complaint', 'manual')),
  -- What the provider or the mail server said, or the reason of staff.
  detail  text not null,
  at      timestamptz not null
);
create index mail_suppression_at on mail_suppression (at desc, id desc);
