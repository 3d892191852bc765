-- Bookings that a sitter began with an offer nobody had asked for; whatever has become of them, they began so.
create view unasked_offer as
  select booking_id from booking_event where event = 'offer' and from_status is null;
