-- The secret address at which other calendars read one's bookings. Each new one has the next number, which makes the old one worthless.
create table calendar_address (
  account_id uuid primary key references account (id) on delete cascade,
  number integer not null check (number > 0),
  made_at timestamptz not null,
  revoked_at timestamptz,
  read_at timestamptz
);

-- Calendars of a sitter elsewhere. The address is sealed: whoever has it can read the calendar.
create table calendar_feed (
  id uuid primary key,
  sitter_id uuid not null references sitter (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  host text not null,
  address bytea not null,
  blocks text not null check (blocks in ('days', 'times')),
  -- Whose days are blocked; none: all.
  services text[],
  etag text,
  last_modified text,
  fetched_at timestamptz,
  -- The day, in the sitter's zone, from which on the days below were worked out.
  read_on date,
  next_at timestamptz not null,
  failures smallint not null default 0,
  failure text,
  -- How many events were too much to read.
  skipped integer not null default 0,
  created_at timestamptz not null
);
create index calendar_feed_next on calendar_feed (next_at);
create index calendar_feed_sitter on calendar_feed (sitter_id);

create table calendar_feed_day (
  feed_id uuid not null references calendar_feed (id) on delete cascade,
  sitter_id uuid not null references sitter (id) on delete cascade,
  service text not null,
  on_date date not null,
  primary key (feed_id, service, on_date)
);
create index calendar_feed_day_sitter on calendar_feed_day (sitter_id, on_date);

create table calendar_feed_time (
  feed_id uuid not null references calendar_feed (id) on delete cascade,
  sitter_id uuid not null references sitter (id) on delete cascade,
  during tstzrange not null check (not isempty(during))
);
create index calendar_feed_time_feed on calendar_feed_time (feed_id);
create index calendar_feed_time_sitter on calendar_feed_time (sitter_id);

-- What holds on a day beside the weekday's default: the sitter's own word, and 0 where another calendar says busy.
create view sitter_day_word as
  select sitter_id, service, on_date, capacity, false as imported from sitter_day_override
  union all
  select sitter_id, service, on_date, 0::smallint, true from calendar_feed_day;
