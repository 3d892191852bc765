-- The photo that an account shows beside the name. A person has one, but two saved at the same moment may both be
-- attached, so readers take one row.
create view face as
select file.subject_id as account_id,
  json_build_object('id', file.id, 'hash', file.hash, 'widths', file.widths) as photo
from file
where file.kind = 'account' and file.state = 'ready' and file.removed_at is null;
