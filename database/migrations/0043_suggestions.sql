-- Suggestions of towns: whatever has been typed, the largest beginnings are read from an index alone.
alter table place_name add column country text;
update place_name set country = place.country from place where place.id = place_name.place_id;
alter table place_name alter column country set not null;

drop index place_name_prefix;
create index place_name_prefix on place_name (name text_pattern_ops) include (place_id, weight, country);
create index place_name_three_letters on place_name (left(name, 3), weight desc);
-- One text of both: an index of two columns would be taken, skipping from country to country, for names of all countries.
create index place_name_country on place_name ((country || ' ' || name) text_pattern_ops)
  include (place_id, weight, name, country);
-- The country of a time zone is that of its largest town.
create index place_zone on place (time_zone, population desc) include (country);

-- The largest that begin with each of the texts. Each text is a way down the index of its own: the planner, who does not
-- know the texts, would rather read the whole table for each, or compile the statement.
create function names_beginning(texts text[], most integer)
  returns table (place_id integer, weight integer, name text, country text)
  language sql stable parallel safe
  set enable_seqscan = off
  set enable_bitmapscan = off
  set jit = off
  begin atomic
    select named.place_id, named.weight, named.name, named.country
    from unnest(texts) as meant (words)
    cross join lateral (
      select one.place_id, one.weight, one.name, one.country from place_name one
      where one.name ~>=~ meant.words and one.name ~<~ (meant.words || chr(1114111))
      order by one.weight desc limit most
    ) named;
  end;

-- The largest of a country that begin with the words.
create function names_beginning_in(home text, words text, most integer)
  returns table (place_id integer, weight integer, name text, country text)
  language sql stable parallel safe
  set enable_seqscan = off
  set enable_bitmapscan = off
  set jit = off
  begin atomic
    select one.place_id, one.weight, one.name, one.country from place_name one
    where (one.country || ' ' || one.name) ~>=~ (home || ' ' || words)
      and (one.country || ' ' || one.name) ~<~ (home || ' ' || words || chr(1114111))
    order by one.weight desc limit most;
  end;

drop function resembling_places;
-- How well the names resemble what was typed; what shares less than two fifths of its letters in threes is not looked at.
create function resembling_places(typed text) returns table (place_id integer, similarity real, weight integer)
  language sql stable parallel safe
  set pg_trgm.similarity_threshold = 0.4
  begin atomic
    select named.place_id, similarity(named.name, typed), named.weight from place_name named where named.name % typed;
  end;
