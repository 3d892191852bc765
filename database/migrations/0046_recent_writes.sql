-- How far the database had come when a person last changed something. Reads of that person go to a replica only once it has
-- come that far. Written only where there are replicas; after a crash nothing of it is missed (decision 42), so it need not
-- be in the log.
create unlogged table recent_write (
  uid text primary key,
  position pg_lsn not null,
  written_at timestamptz not null
) with (fillfactor = 70);
