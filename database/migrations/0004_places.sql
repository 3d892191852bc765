-- Without accents and punctuation, in lower case: what a typed name and a stored one are compared by.
create function fold_name(value text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(replace(lower(unaccent('unaccent', value)), '''', ''), '[^[:alnum:]]+', ' ', 'g'));

create table place (
  -- the GeoNames id where it is known, else made from name and position, above 100 million
  id           integer primary key,
  name         text not null,
  region       text not null,
  country      text not null check (length(country) = 2),
  country_name text not null,
  -- the part of ISO 3166-2 after the hyphen, where holidays differ by it
  subdivision  text,
  lat          double precision not null,
  lng          double precision not null,
  time_zone    text not null,
  population   integer not null,
  -- name, region and country, in words and in codes, folded
  search_full  text not null
);
create index place_position on place using gist (point(lng, lat));

-- Every name a town is found by, folded; `weight` is its population, a tenth of it for what is not its usual name.
create table place_name (
  place_id integer not null references place (id) on delete cascade,
  name     text not null,
  weight   integer not null,
  primary key (place_id, name)
);
create index place_name_prefix on place_name (name text_pattern_ops);
create index place_name_one_letter on place_name (left(name, 1), weight desc);
create index place_name_two_letters on place_name (left(name, 2), weight desc);
create index place_name_resembling on place_name using gin (name gin_trgm_ops);

-- How well the names resemble what was typed; the index gives what shares a quarter of its letters in threes.
create function resembling_places(typed text) returns table (place_id integer, similarity real, weight integer)
  language sql stable parallel safe
  set pg_trgm.similarity_threshold = 0.25
  begin atomic
    select named.place_id, similarity(named.name, typed), named.weight from place_name named where named.name % typed;
  end;

-- Which edition of the gazetteer has been imported.
create table place_source (
  edition     text primary key,
  imported_at timestamptz not null
);

create table holiday_period (
  id          integer primary key generated always as identity,
  country     text not null,
  subdivision text,
  year        smallint not null,
  name        text not null,
  start_on    date not null,
  end_on      date not null check (end_on >= start_on),
  kind        text not null default 'public',
  enabled     boolean not null default true,
  unique nulls not distinct (country, subdivision, year, name, start_on)
);
create index holiday_period_country on holiday_period (country, start_on);
