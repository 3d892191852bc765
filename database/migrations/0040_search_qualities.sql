-- A bit for each thing that one of several may be asked for: cancellation policy, time to answer, languages. In one word,
-- so that the row stays narrow. Null until the sitter's rows are written anew, which every night does for all.
alter table sitter_search add column qualities bigint;
