create index ledger_transfer_order on ledger_transfer (at, id);
