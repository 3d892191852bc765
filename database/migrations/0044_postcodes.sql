-- Postcodes that the operator has imported. They are places of a search beside the towns, with ids above all of theirs.
create table postcode (
  id           bigint primary key generated always as identity (start with 3000000000 maxvalue 9999999999),
  country      text not null check (length(country) = 2),
  -- letters and digits alone, in lower case: what a typed code and a stored one are compared by
  code         text not null,
  shown        text not null,
  name         text not null,
  region       text not null,
  country_name text not null,
  subdivision  text,
  lat          double precision not null,
  lng          double precision not null,
  time_zone    text not null,
  -- the import that wrote it last; of several lines for one code the first counts
  import       bigint not null
);
create unique index postcode_of_country on postcode (country, code text_pattern_ops);
create index postcode_code on postcode (code text_pattern_ops);
create sequence postcode_import;
