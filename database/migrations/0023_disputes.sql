-- A payment that the owner's bank takes back: what the provider last said of it, what was sent to the bank, who bears it.
create table payment_dispute (
  id                uuid primary key,
  provider_id       text not null unique,
  payment_id        uuid not null references payment (id),
  booking_id        uuid not null references booking (id),
  -- the provider's word
  status            text not null,
  reason            text not null,
  amount            integer not null check (amount > 0),
  currency          text not null,
  -- until when the bank reads an answer
  due_at            timestamptz,
  evidence          text,
  evidence_at       timestamptz,
  -- what the ledger has of it: taken by the bank and not returned, its fee, and who bears how much
  withdrawn         integer not null default 0,
  fee               integer not null default 0,
  covered           integer not null default 0,
  borne_by_platform integer not null default 0 check (borne_by_platform >= 0),
  borne_by_sitter   integer not null default 0 check (borne_by_sitter >= 0),
  decision          text,
  decided_at        timestamptz,
  decided_by        uuid references account (id),
  version           integer not null default 1,
  opened_at         timestamptz not null,
  closed_at         timestamptz,
  updated_at        timestamptz not null,
  check ((decision is null) = (decided_at is null))
);
create index payment_dispute_payment on payment_dispute (payment_id);
create index payment_dispute_booking on payment_dispute (booking_id);
create index payment_dispute_open on payment_dispute (due_at) where closed_at is null;

-- 'borne': lost, and it is decided who bears it
alter table payment drop constraint payment_dispute_check;
alter table payment add constraint payment_dispute_check check (dispute in ('open', 'won', 'lost', 'borne'));

-- The answer to a bank, the acceptance of what it took, and the reversal of a transfer.
alter table payment_task drop constraint payment_task_kind_check;
alter table payment_task add constraint payment_task_kind_check
  check (kind in ('capture', 'charge', 'cancel', 'refund', 'transfer', 'reverse', 'answer', 'accept'));
alter table payment_task add column dispute_id uuid references payment_dispute (id);
-- the transfer that is reversed
alter table payment_task add column reverses uuid references payment_task (id);

alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check check (kind in (
  'charge', 'capture', 'refund', 'refund_paid', 'release', 'payout', 'tip',
  'fee_invoice', 'fee_settled', 'fee_written_off', 'dispute', 'dispute_cover', 'dispute_borne', 'payout_back'));
-- 'dispute' is what banks took back and nobody bears yet, 'loss' what the platform bears of it
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (account in (
  'bank', 'owner', 'escrow', 'sitter', 'platform_fee', 'tax', 'promotion', 'receivable', 'dispute', 'loss'));
