-- A key of the site belongs to no person. It reads what its scopes name, and stays when the person who created it leaves.
alter table api_key alter column account_id drop not null;
alter table api_key alter column email_verified drop not null;
alter table api_key add column created_by uuid references account;
alter table api_key add constraint api_key_whose check (
  (account_id is null) = (created_by is not null) and (account_id is null) = (email_verified is null)
);
comment on column api_key.account_id is 'The person as whom it acts; null for a key of the site';
comment on column api_key.email_verified is 'Null for a key of the site';
comment on column api_key.created_by is 'Who created a key of the site; null for the key of a person';
