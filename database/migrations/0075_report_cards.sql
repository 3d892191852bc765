-- What a sitter tells of a booking: entries of the device's own naming, never changed, so that a repeated sync adds nothing.
create table care_entry (
  booking_id  uuid not null references booking (id),
  id          uuid not null,
  account_id  uuid not null references account (id),
  -- the visit, walk, day or night; null of what is about the whole booking
  unit        smallint check (unit >= 0),
  kind        text not null check (kind in (
    'arrive', 'leave', 'task', 'toilet', 'mood', 'food', 'note', 'incident', 'handover', 'withdraw')),
  data        jsonb not null,
  -- by the device
  happened_at timestamptz not null,
  -- by the server
  received_at timestamptz not null,
  primary key (booking_id, id),
  check ((unit is null) = (kind in ('handover', 'withdraw')))
);
