-- Where a sitter stood on a day among those found for a service in the sitter's own town, without dates and pets. Kept for
-- 90 days, for nobody but the sitter.
create table sitter_position (
  sitter_id uuid not null references sitter on delete cascade,
  -- as in sitter_search
  service   smallint not null,
  on_date   date not null,
  position  integer not null check (position > 0),
  found     integer not null check (found >= position),
  primary key (sitter_id, service, on_date)
);
create index sitter_position_day on sitter_position (on_date);
