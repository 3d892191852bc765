-- Accounts that are to be deleted. Nobody signs in to them, and until `due_at` the link of a mail brings them back.
create table identity.deletions (
  user_id      text primary key,
  account_id   uuid not null unique references account (id),
  code_hash    text not null unique,
  asked_at     timestamptz not null,
  due_at       timestamptz not null,
  -- whether an operator had disabled the person before; bringing the account back does not enable them
  was_disabled boolean not null,
  -- when something was found open at the end of the time; the deletion waits for it
  held_at      timestamptz,
  check (due_at >= asked_at)
);
create index deletions_due on identity.deletions (due_at);

-- What a profile was before its account was to be deleted; bringing the account back shows it again.
alter table sitter add column hidden_from text check (hidden_from in ('in_review', 'published'));

-- The history of a booking keeps its events for good. An erasure takes the words of a person out of them, and nothing else.
create function refuse_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('sitwell.erasing', true) = 'on'
    and (to_jsonb(new) - 'payload') = (to_jsonb(old) - 'payload') then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger booking_event_append_only on booking_event;
create trigger booking_event_append_only before update or delete on booking_event
  for each row execute function refuse_event_change();
