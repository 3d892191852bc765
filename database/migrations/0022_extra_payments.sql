-- A change that costs more, and that waits for its money after the other side has accepted it.
alter table booking_change drop constraint booking_change_status_check, drop constraint booking_change_check1;
alter table booking_change
  add constraint booking_change_status_check
    check (status in ('pending', 'awaiting_payment', 'accepted', 'declined', 'withdrawn', 'expired')),
  add constraint booking_change_ended_check check ((status in ('pending', 'awaiting_payment')) = (ended_at is null));
drop index booking_change_pending;
create unique index booking_change_pending on booking_change (booking_id) where status in ('pending', 'awaiting_payment');

-- What an owner pays on top of the price, through a provider: it takes effect once it is paid.
create table booking_extra (
  id          uuid primary key,
  booking_id  uuid not null references booking (id),
  purpose     text not null check (purpose in ('change', 'tip')),
  amount      integer not null check (amount > 0),
  status      text not null check (status in ('waiting', 'paid', 'ended')),
  opened_at   timestamptz not null,
  pay_by      timestamptz not null check (pay_by > opened_at),
  -- since when its owner is asked; null while the card that is kept is charged
  unpaid_at   timestamptz,
  reminded_at timestamptz,
  ended_at    timestamptz,
  check ((status = 'waiting') = (ended_at is null))
);
create unique index booking_extra_waiting on booking_extra (booking_id) where status = 'waiting';
create index booking_extra_booking on booking_extra (booking_id);

-- A booking may have several payments: one for its price, and one for each thing on top.
alter table payment
  add column purpose text not null default 'booking' check (purpose in ('booking', 'change', 'tip')),
  add column extra_id uuid references booking_extra (id),
  add check ((purpose = 'booking') = (extra_id is null));
drop index payment_live;
create unique index payment_live on payment (booking_id, coalesce(extra_id, booking_id)) where state <> 'voided';

-- Places kept for a change that is accepted and not yet paid, beside those of the booking as it is. `used` is what it takes
-- of the day on top.
create table sitter_hold (
  booking_id uuid not null references booking (id),
  idx        smallint not null,
  on_date    date not null,
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  used       smallint not null check (used >= 0),
  primary key (booking_id, idx)
);
