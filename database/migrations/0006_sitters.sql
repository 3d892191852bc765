create table sitter (
  id                   uuid primary key,
  account_id           uuid not null unique references account (id),
  -- the display name, kept with the account's by the accounts' own job
  name                 text not null,
  status               text not null check (status in ('draft', 'in_review', 'published', 'paused')),
  headline             text not null,
  bio                  text not null,
  place_id             integer references place (id),
  neighbourhood        text,
  country              text,
  subdivision          text,
  lat                  double precision,
  lng                  double precision,
  -- what the public sees: blurred, always the same for one sitter and position
  public_lat           double precision,
  public_lng           double precision,
  time_zone            text not null,
  home                 jsonb not null,
  home_ceiling         smallint not null check (home_ceiling between 1 and 50),
  one_household        boolean not null,
  visits_while_sitting boolean not null,
  languages            text[] not null,
  skills               text[] not null,
  experience_years     smallint,
  calendar_confirmed_on date,
  calendar_version     integer not null default 1,
  rating_sum           integer not null default 0,
  rating_count         integer not null default 0,
  clients              integer not null default 0,
  repeat_clients       integer not null default 0,
  completed_bookings   integer not null default 0,
  response_rate        real,
  response_minutes     integer,
  trusted              boolean not null default false,
  -- monthly tests for the badge failed in a row, and the day of the last one
  trust_misses         smallint not null default 0,
  trust_tested_on      date,
  published_at         timestamptz,
  version              integer not null default 1,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  check (status <> 'published' or (place_id is not null and lat is not null and lng is not null))
);
create index sitter_place on sitter (place_id) where status = 'published';

create table sitter_service (
  sitter_id        uuid not null references sitter (id) on delete cascade,
  service          text not null check (service in ('boarding', 'house_sitting', 'drop_in', 'day_care', 'dog_walking')),
  active           boolean not null,
  rates            jsonb not null,
  accepts          jsonb not null,
  weekday_capacity smallint[] not null check (cardinality(weekday_capacity) = 7),
  max_pets         smallint not null,
  notice_hours     smallint not null,
  policy           text not null check (policy in ('flexible', 'moderate', 'strict', 'per_unit_24h')),
  radius_km        real,
  primary key (sitter_id, service)
);

create table sitter_draft (
  account_id uuid primary key references account (id) on delete cascade,
  step       text not null,
  data       jsonb not null,
  version    integer not null default 1,
  saved_at   timestamptz not null
);

-- The sitter's own word on single days; a service's row beats nothing else than the weekday default.
create table sitter_day_override (
  sitter_id uuid not null references sitter (id) on delete cascade,
  service   text not null,
  on_date   date not null,
  capacity  smallint not null check (capacity between 0 and 50),
  primary key (sitter_id, service, on_date)
);
