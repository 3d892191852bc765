-- Visits that a change has taken out of a booking: calendars elsewhere are told that they are cancelled.
create table booking_dropped_visit (
  booking_id uuid not null references booking on delete cascade,
  -- as in booking_unit, and above those that are left
  idx        smallint not null check (idx >= 0),
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  primary key (booking_id, idx)
);
