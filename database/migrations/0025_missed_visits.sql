-- One visit of several that somebody did not come to, or was not opened for: which one, by its beginning.
alter table booking_case add column visit_at timestamptz;
alter table booking_case drop constraint booking_case_kind_check;
alter table booking_case add constraint booking_case_kind_check
  check (kind in ('no_show', 'missed_visit', 'not_checked_in', 'care', 'injury', 'damage', 'keys', 'other'));
alter table booking_case add check ((kind = 'missed_visit') = (visit_at is not null));
-- Whoever reports that somebody was not there says how they were tried to be reached.
alter table booking_case drop constraint booking_case_check;
alter table booking_case add constraint booking_case_check
  check ((kind in ('no_show', 'missed_visit')) = (contacted is not null));
create unique index booking_case_visit on booking_case (booking_id, visit_at) where visit_at is not null;
