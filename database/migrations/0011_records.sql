-- A profile waits for the operator's check since then; one that was sent back says why until it is sent again.
alter table sitter
  add column submitted_at     timestamptz,
  add column sent_back_at     timestamptz,
  add column sent_back_reason text;
update sitter set submitted_at = updated_at where status = 'in_review';
create index sitter_submitted on sitter (submitted_at, id) where status = 'in_review';

-- What the sitter says below the public note of a cancellation close to the start.
alter table booking
  add column cancel_reply      text,
  add column cancel_replied_at timestamptz;
create index booking_called_off on booking (sitter_id, cancelled_at desc) where cancelled_by = 'sitter';
