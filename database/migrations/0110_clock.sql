-- What workers last saw of the clock of their machine, so that a jump is noticed across restarts; one row for each start
-- of a machine. Uptime counts the time asleep too.
create table clock_watch (
  machine            text primary key,
  boot               text not null,
  seen_at            timestamptz not null,
  seen_uptime_ms     bigint not null,
  -- By how much the clock was before that of the database, and how much of it the operator has accepted.
  seen_skew_ms       bigint not null,
  accepted_skew_ms   bigint not null default 0,
  -- Of the last look without doubt, in the order of the looks: moments may lie.
  trusted_at         timestamptz,
  trusted_turn       bigint,
  -- What the clock contradicts, by how much, how long everything has to agree again, and since when it does.
  doubt_against      text check (doubt_against in ('uptime', 'database', 'last_run')),
  doubt_by_ms        bigint,
  doubt_needed_ms    bigint,
  agreed_uptime_ms   bigint,
  check ((doubt_against is null) = (doubt_by_ms is null) and (doubt_against is null) = (doubt_needed_ms is null))
);
create sequence clock_watch_turn;

-- What one worker measures and every process shows.
create table measurement (
  name        text not null,
  labels      jsonb not null,
  value       numeric not null,
  measured_at timestamptz not null,
  primary key (name, labels)
);
