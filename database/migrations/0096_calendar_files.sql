-- A calendar elsewhere may be given as a file: `address` then seals its text, and `host` is its name.
alter table calendar_feed
  add column source text not null default 'address' check (source in ('address', 'file'));
