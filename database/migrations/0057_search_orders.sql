-- Without a place a search reads its first page in order and not a whole service; the keys are those of the statement.
create index sitter_search_newest on sitter_search
  (service, (extract(epoch from (published_at - timestamptz '1970-01-01 00:00:00+00'))::float8) desc);
create index sitter_search_rating on sitter_search (service, (coalesce(rating, 0)::float8) desc);
create index sitter_search_repeat on sitter_search (service, (repeat_clients::float8) desc);
