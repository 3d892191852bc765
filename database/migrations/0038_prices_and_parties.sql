-- The rates beside the base, so that a search by price reads the narrow rows only. The nightly job fills in the rows of
-- before, as the first start with this schema does.
alter table sitter_search
  add column cat_price integer,
  add column extra_pet integer,
  add column extra_cat integer,
  add column puppy_extra integer,
  add column holiday_extra integer,
  add column long_pct smallint,
  add column long_from smallint,
  -- as w0 to w5: a set bit means no room for two more pets at home
  add column x0 bigint not null default 0,
  add column x1 bigint not null default 0,
  add column x2 bigint not null default 0,
  add column x3 bigint not null default 0,
  add column x4 bigint not null default 0,
  add column x5 bigint not null default 0;
-- Which form the rows have been written in; an older one is rewritten by the job that the server puts in at its start.
create table search_upkeep (
  single boolean primary key default true check (single),
  edition integer not null
);
insert into search_upkeep (edition) values (0);
