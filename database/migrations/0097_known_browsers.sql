-- Browsers in which a person has signed in, by the hash of their device cookie: a sign-in in any other is told by mail.
create table identity.known_browsers (
  user_id text not null references identity.users (id) on delete cascade,
  device_hash text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_browsers_last_seen_at on identity.known_browsers (last_seen_at);

insert into identity.known_browsers (user_id, device_hash, first_seen_at, last_seen_at)
select user_id, device_hash, min(created_at), max(last_used_at)
from identity.sessions where device_hash is not null
group by user_id, device_hash;

-- The account never proved the address, so whoever has it takes the account over with every way in.
alter table identity.oob_codes add column takes_over boolean not null default false;
