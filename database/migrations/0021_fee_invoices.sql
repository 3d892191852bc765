-- What a sitter owes the operator for a month: the service fees of both sides of bookings that the two people settle themselves.
create table fee_invoice (
  id          uuid primary key,
  -- Without a gap, in the order in which they were made.
  serial      integer not null unique,
  account_id  uuid not null references account (id),
  month       text not null check (month ~ '^\d{4}-\d{2}$'),
  currency    text not null check (currency ~ '^[A-Z]{3}$'),
  -- Negative where the operator owes the sitter.
  total       integer not null,
  tax         integer not null,
  made_at     timestamptz not null,
  made_on     date not null,
  due_on      date not null,
  time_zone   text not null,
  status      text not null check (status in ('open', 'settled', 'written_off')),
  version     integer not null default 1,
  closed_at   timestamptz,
  reason      text,
  told_at     timestamptz,
  reminded_at timestamptz,
  unique (account_id, month, currency),
  check ((status = 'open') = (closed_at is null)),
  check (status <> 'written_off' or reason is not null)
);
create index fee_invoice_open on fee_invoice (due_on) where status = 'open';

-- What is new of a booking since its last line: the first one is all of it, the ones after correct it.
create table fee_invoice_line (
  invoice_id uuid not null references fee_invoice (id),
  booking_id uuid not null references booking (id),
  fees       integer not null,
  -- What the platform pays of the price by a promo code, which the sitter has not received from the owner.
  promotion  integer not null,
  tax        integer not null,
  correction boolean not null,
  primary key (invoice_id, booking_id)
);
create index fee_invoice_line_booking on fee_invoice_line (booking_id);

-- Months of which everything is invoiced; `made_at` is null for the last one that was invoiced by hand.
create table fee_month (
  month   text primary key check (month ~ '^\d{4}-\d{2}$'),
  made_at timestamptz
);
insert into fee_month (month)
select to_char(max(at) at time zone 'UTC' - interval '1 month', 'YYYY-MM') from ledger_transfer having max(at) is not null;

-- The lists of 0023 too, so that the two may be applied in either order.
alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check check (kind in (
  'charge', 'capture', 'refund', 'refund_paid', 'release', 'payout', 'tip',
  'fee_invoice', 'fee_settled', 'fee_written_off', 'dispute', 'dispute_cover', 'dispute_borne', 'payout_back'));
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in (
  'bank', 'owner', 'escrow', 'sitter', 'platform_fee', 'tax', 'promotion', 'receivable', 'dispute', 'loss'));
alter table ledger_entry drop constraint ledger_entry_check;
alter table ledger_entry add constraint ledger_entry_check
  check (account_id is not null or account not in ('owner', 'sitter', 'receivable'));

-- When the owner of a credit was told of it; those from before this have seen theirs.
alter table promo_code add column told_at timestamptz;
update promo_code set told_at = created_at where owner_id is not null;

-- The operator's search runs over all bookings from the newest.
create index booking_created on booking (created_at desc, id desc);
