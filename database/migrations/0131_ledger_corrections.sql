alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check check (kind in (
  'charge', 'capture', 'refund', 'refund_paid', 'release', 'payout', 'tip', 'fee_invoice', 'fee_settled',
  'fee_written_off', 'dispute', 'dispute_cover', 'payout_back', 'dispute_borne', 'correction'));

-- What an operator wants to post in addition; above an amount somebody else has to approve it. The transfer of a posted
-- one has its id as the source.
create table ledger_correction (
  id             uuid primary key,
  proposed_at    timestamptz not null,
  proposed_by    uuid not null references account (id),
  booking_id     uuid references booking (id),
  -- of the contract's `correctionAccounts`
  debit          text not null,
  credit         text not null check (credit <> debit),
  amount         bigint not null check (amount > 0),
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  reason         text not null,
  needs_approval boolean not null,
  state          text not null check (state in ('waiting', 'posted', 'rejected')),
  decided_at     timestamptz,
  decided_by     uuid references account (id),
  decision       text,
  check ((state = 'waiting') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check (not (needs_approval and state = 'posted' and decided_by = proposed_by))
);
create index ledger_correction_at on ledger_correction (proposed_at, id);
create index ledger_correction_waiting on ledger_correction (proposed_at) where state = 'waiting';
