-- Operators get mails about bookings too: once for each event, however many they are.
alter table booking_notice drop constraint booking_notice_receiver_check;
alter table booking_notice add constraint booking_notice_receiver_check
  check (receiver in ('owner', 'sitter', 'operator'));
