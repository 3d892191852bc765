-- Who changed the settings on the desk, and why. Both are null for changes on the command line.
alter table setting add column account_id uuid references account (id), add column reason text;
