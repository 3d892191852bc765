-- Everything that staff changed on the desk, written in the transaction of the change.
create table staff_act (
  id          uuid primary key,
  at          timestamptz not null,
  -- Who did it.
  account_id  uuid not null references account (id),
  -- Method and path of the endpoint, such as "POST /v1/admin/reports/:reportId/decide".
  act         text not null,
  permission  text not null,
  -- The ids in the address, and those of the people whom it touches.
  concerns    text[] not null,
  reason      text,
  -- What was sent: parameters and body.
  request     jsonb not null,
  ip          text
);
create index staff_act_at on staff_act (at desc, id desc);
create index staff_act_account on staff_act (account_id, at desc, id desc);
create index staff_act_concerns on staff_act using gin (concerns);

-- An act stays for good. An erasure takes what was written about a person out of it, and nothing else.
create function refuse_act_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('sitwell.erasing', true) = 'on'
    and to_jsonb(new) - '{reason,request,ip}'::text[] = to_jsonb(old) - '{reason,request,ip}'::text[] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger staff_act_append_only before update or delete on staff_act
  for each row execute function refuse_act_change();
create trigger staff_act_not_emptied before truncate on staff_act
  for each statement execute function refuse_change();
