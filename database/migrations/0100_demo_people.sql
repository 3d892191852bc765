-- Who belongs to the demo town and has a password that everybody knows, so that no public site starts with them.
create table demo_person (
  account_id uuid primary key references account (id) on delete cascade,
  -- Since then with passwords of their own, and welcome on a public site.
  kept_at    timestamptz
);

-- Towns of earlier versions: all their people, and nobody else, have addresses that end so (RFC 2606).
insert into demo_person (account_id)
select id from account where email like '%.example' and exists (select from demo_part);
