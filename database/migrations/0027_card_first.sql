-- Where a provider moves the money, a request waits for its owner's card before the sitter hears of it.
alter table booking drop constraint booking_status_check;
alter table booking add constraint booking_status_check check (status in (
  'inquiry', 'awaiting_card', 'requested', 'offered', 'awaiting_payment', 'confirmed', 'in_progress', 'completed',
  'closed', 'declined', 'withdrawn', 'expired', 'cancelled'
));
-- Since when the sitter knows of it; null hides it from them.
alter table booking add column sent_at timestamptz;
update booking set sent_at = created_at;
