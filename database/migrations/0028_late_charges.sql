-- Where a provider may not hold money long enough, a booking far ahead is confirmed with its card kept, and charged then.
alter table booking add column charge_at timestamptz;
alter table booking add constraint booking_charge_check check (
  charge_at is null or status = 'confirmed' and payment_mode = 'stripe' and paid = 0
);
