-- Several cases of a booking may be open, each about something else: at most one about each subject, and one about each visit.
drop index booking_case_open;
create unique index booking_case_open on booking_case
  (booking_id, (case when kind in ('no_show', 'not_checked_in') then 'absence' else kind end))
  where status <> 'resolved' and visit_at is null;
