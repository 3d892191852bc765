-- When a sitter last looked at the own places. They are noted every night for those alone who looked in the last 90 days,
-- because a row for everybody would be millions a night that nobody reads.
create table sitter_position_look (
  sitter_id uuid primary key references sitter on delete cascade,
  looked_on date not null
);
