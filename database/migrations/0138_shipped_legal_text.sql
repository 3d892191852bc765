-- The days on which the shipped legal texts were changed in substance, and when a server first started with each.
create table shipped_legal_text (
  slug       text not null,
  changed_on date not null,
  started_at timestamptz not null,
  primary key (slug, changed_on)
);
-- These texts were shipped before the table existed, so nobody is asked about them.
insert into shipped_legal_text (slug, changed_on, started_at)
select slug, '2026-11-01', now()
from unnest(array['cancellation-policy', 'privacy-policy', 'service-fee', 'terms-and-conditions']) slug;
-- Versions that a release has published have no account.
alter table content_version alter column account_id drop not null;
