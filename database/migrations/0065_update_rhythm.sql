-- How often the owner of a booking would like to hear how it goes; without a row, as it is usual for its kind.
create table booking_rhythm (
  booking_id uuid primary key references booking,
  rhythm     text not null check (rhythm in ('each_visit', 'twice_daily', 'daily', 'if_needed')),
  changed_at timestamptz not null
);
