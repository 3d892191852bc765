-- A published review that an operator has removed; the reason is public in its place (rules section 11).
alter table review
  add column removed_at timestamptz,
  add column removed_for text,
  add check ((removed_at is null) = (removed_for is null));
