-- What was tried with each mail, so that staff can see why it was given up, and send it again or leave it.
alter table mail
  add column attempts   integer not null default 0 check (attempts >= 0),
  add column tried_at   timestamptz,
  -- What the mail server said last, or why it could not be asked.
  add column answer     text,
  -- When staff had it sent again; from then on it is tried for another day.
  add column resent_at  timestamptz,
  -- When staff decided that it stays unsent.
  add column settled_at timestamptz;
