-- A webhook of the site belongs to no person and is told of all bookings.
alter table webhook alter column account_id drop not null;
comment on column webhook.account_id is 'The person whose bookings it is about; null for a webhook of the site';
