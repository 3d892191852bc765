-- Another card for what is charged later, while its owner gives it: the kept one stays until the new one is good.
alter table payment add column swap_setup_id text unique;
