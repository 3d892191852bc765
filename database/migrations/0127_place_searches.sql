-- How often sitters were searched in a place in a week, which begins on Monday in UTC, and how often nobody was found.
create table place_search (
  place_id       integer not null references place (id),
  week           date not null,
  searches       integer not null,
  without_result integer not null check (without_result <= searches),
  primary key (place_id, week)
);
create index place_search_week on place_search (week);
