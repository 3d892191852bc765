-- One narrow row for each published sitter and offered service, and one with service 0 for "any".
-- Physically ordered by (service, cell): row layout decides, not the index type.
create table sitter_search (
  sitter_id   uuid not null,
  -- 0 any, 1 boarding, 2 house sitting, 3 drop-in, 4 day care, 5 dog walking
  service     smallint not null,
  h6          bigint not null,
  -- the public position: a search must not tell more than the map
  lat         real not null,
  lng         real not null,
  -- the part of the ranking that does not depend on the search, 0 to 1
  rank        real not null,
  -- the base rate; for "any" that of the first service offered
  unit_price  integer not null,
  sizes       integer not null,
  -- kilograms of the lightest and heaviest dog taken, null without a limit
  min_weight  real,
  max_weight  real,
  max_pets    smallint not null,
  notice_hours smallint not null,
  traits      integer not null,
  radius_km   real,
  -- the Bayesian mean, null until there are enough reviews to show an average
  rating      real,
  repeat_clients integer not null,
  published_at timestamptz not null,
  -- a bit a day, shared by the days 384 apart; a set bit means no room for one more pet or visit
  w0 bigint not null default 0,
  w1 bigint not null default 0,
  w2 bigint not null default 0,
  w3 bigint not null default 0,
  w4 bigint not null default 0,
  w5 bigint not null default 0,
  primary key (sitter_id, service)
) with (fillfactor = 80);
create index sitter_search_cell on sitter_search (service, h6, rank desc, sitter_id);
create index sitter_search_rank on sitter_search (service, rank desc);
alter table sitter_search cluster on sitter_search_cell;
