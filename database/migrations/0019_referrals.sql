-- The code of everybody's own link; `invited_by` says who brought an account, `created_at` since when.
alter table account add column invite_code text not null unique
  default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);
alter table account add foreign key (invited_by) references account (id);
alter table account add check (invited_by <> id);
create index account_invited_by on account (invited_by) where invited_by is not null;

-- A credit is a code that only one owner may use, and that nobody needs to type. One new account earns each side one.
alter table promo_code add column owner_id uuid references account (id);
alter table promo_code add column earned_by uuid references account (id);
alter table promo_code add unique (owner_id, earned_by);
alter table promo_code add check ((owner_id is null) = (earned_by is null));

-- Which transfers and which steps of a booking are new.
create index ledger_transfer_at on ledger_transfer using brin (at);
create index booking_event_at on booking_event using brin (at);
