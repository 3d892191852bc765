-- Double entry (docs/decisions/0011): what is owed to somebody is positive, money outside is negative.
create table ledger_transfer (
  id         uuid primary key,
  at         timestamptz not null,
  kind       text not null check (kind in ('charge', 'capture', 'refund', 'refund_paid', 'release', 'payout', 'tip')),
  source     text not null,
  source_id  text not null,
  booking_id uuid references booking (id),
  currency   text not null check (currency ~ '^[A-Z]{3}$'),
  note       text,
  unique (source, source_id, kind)
);
create index ledger_transfer_booking on ledger_transfer (booking_id) where booking_id is not null;

-- Escrow is kept by the booking of the transfer; fees and taxes name who bears them.
create table ledger_entry (
  transfer_id uuid not null references ledger_transfer (id),
  idx         smallint not null,
  account     text not null check (account in ('bank', 'owner', 'escrow', 'sitter', 'platform_fee', 'tax', 'promotion')),
  account_id  uuid references account (id),
  amount      bigint not null check (amount <> 0),
  primary key (transfer_id, idx),
  check (account_id is not null or account not in ('owner', 'sitter'))
);
create index ledger_entry_account on ledger_entry (account_id, account) where account_id is not null;

-- How much of what was paid has left the escrow for the sitter and the fees.
alter table booking add column released integer not null default 0;
alter table booking add check (released between 0 and paid - refunded);

-- The terms of bookings that are older than payouts.
update booking set terms = jsonb_set(terms, '{settings,payout}', '{"delayHours": 48, "sliceDays": 7}')
where terms ? 'settings' and not terms -> 'settings' ? 'payout';

-- The history of money that is older than the ledger. `returned` is what came back of the subtotal.
create temporary table past_money on commit drop as
with agreed as (
  select booking.id, booking.status, booking.currency, booking.paid, booking.refunded,
    booking.owner_id, sitter.account_id as sitter_account_id,
    coalesce(booking.confirmed_at, booking.created_at) as paid_at,
    coalesce(booking.cancelled_at, booking.updated_at) as refunded_at,
    (quote ->> 'subtotal')::numeric as subtotal,
    (quote ->> 'ownerFee')::numeric as owner_fee,
    coalesce((terms ->> 'sitterFeeBasisPoints')::numeric, 0) as sitter_basis_points,
    coalesce((terms #>> '{settings,fees,taxBasisPoints}')::numeric, 0) as tax_basis_points,
    case booking.status
      when 'cancelled' then greatest(starts_at, coalesce(cancelled_at, starts_at))
      else least(ends_at, coalesce(ended_at, ends_at))
    end + interval '48 hours' as payout_at
  from booking join sitter on sitter.id = booking.sitter_id
  where booking.paid > 0
), returns as (
  select *, refunded - round(owner_fee * refunded / paid) as returned from agreed
), fees as (
  select *, subtotal - returned as retained,
    round((subtotal - returned) * sitter_basis_points / 10000) as sitter_fee,
    owner_fee - round(owner_fee * returned / nullif(subtotal, 0)) as owner_fee_kept
  from returns
)
select *,
  round(sitter_fee * tax_basis_points / (10000 + tax_basis_points)) as sitter_fee_tax,
  round(owner_fee_kept * tax_basis_points / (10000 + tax_basis_points)) as owner_fee_tax
from fees;

insert into ledger_transfer (id, at, kind, source, source_id, booking_id, currency)
select uuidv7(), moved.at, moved.kind, 'booking', past_money.id || '/0', past_money.id, past_money.currency
from past_money cross join lateral (values
  ('charge', paid_at, true),
  ('capture', paid_at, true),
  ('refund', refunded_at, refunded > 0),
  ('refund_paid', refunded_at, refunded > 0),
  ('release', payout_at, status = 'closed' and paid > refunded),
  ('payout', payout_at, status = 'closed' and retained > sitter_fee)
) as moved (kind, at, happened)
where moved.happened;

insert into ledger_entry (transfer_id, idx, account, account_id, amount)
select transfer.id, row_number() over (partition by transfer.id order by entry.idx), entry.account, entry.account_id, entry.amount
from ledger_transfer transfer
join past_money on past_money.id = transfer.booking_id
cross join lateral (values
  ('charge', 1, 'bank', null::uuid, -paid::numeric),
  ('charge', 2, 'owner', owner_id, paid),
  ('capture', 1, 'owner', owner_id, -paid),
  ('capture', 2, 'escrow', null, paid),
  ('refund', 1, 'escrow', null, -refunded),
  ('refund', 2, 'owner', owner_id, refunded),
  ('refund_paid', 1, 'owner', owner_id, -refunded),
  ('refund_paid', 2, 'bank', null, refunded),
  ('release', 1, 'escrow', null, refunded - paid),
  ('release', 2, 'sitter', sitter_account_id, retained - sitter_fee),
  ('release', 3, 'platform_fee', sitter_account_id, sitter_fee - sitter_fee_tax),
  ('release', 4, 'tax', sitter_account_id, sitter_fee_tax),
  ('release', 5, 'platform_fee', owner_id, owner_fee_kept - owner_fee_tax),
  ('release', 6, 'tax', owner_id, owner_fee_tax),
  ('payout', 1, 'sitter', sitter_account_id, sitter_fee - retained),
  ('payout', 2, 'bank', null, retained - sitter_fee)
) as entry (kind, idx, account, account_id, amount)
where entry.kind = transfer.kind and entry.amount <> 0;

update booking set released = paid - refunded where status = 'closed';
update booking set due_at = past_money.payout_at
from past_money
where past_money.id = booking.id and booking.status in ('completed', 'cancelled') and booking.paid > booking.refunded;

create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();

create function refuse_unbalanced() returns trigger language plpgsql as $$
declare
  transfer uuid;
  entries integer;
  balance numeric;
begin
  if tg_table_name = 'ledger_entry' then
    transfer := new.transfer_id;
  else
    transfer := new.id;
  end if;
  select count(*), coalesce(sum(amount), 0) into entries, balance from ledger_entry where transfer_id = transfer;
  if entries < 2 or balance <> 0 then
    raise exception 'The transfer % has % entries that sum to %', transfer, entries, balance using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger ledger_transfer_balanced after insert on ledger_transfer
  deferrable initially deferred for each row execute function refuse_unbalanced();
create constraint trigger ledger_entry_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function refuse_unbalanced();
