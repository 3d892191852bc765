-- The parts of the demo town that have been founded: each city, and "town" when all are done.
create table demo_part (
  part       text primary key,
  founded_at timestamptz not null
);
