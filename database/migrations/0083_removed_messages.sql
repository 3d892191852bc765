-- A message whose words an operator has removed after a report; that there was one stays.
alter table message add column removed_at timestamptz, add check (removed_at is null or body = '');
