-- Pets can change while a booking runs. What had begun by then keeps those it had; null is for the pets of the booking.
alter table booking_unit add column pet_ids uuid[] check (cardinality(pet_ids) > 0);
