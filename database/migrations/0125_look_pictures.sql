-- Pictures that an operator uploads for the look of the site; each is its own subject, because every version may show it.
alter table file
  drop constraint file_kind_check,
  add constraint file_kind_check check (kind in
    ('account', 'sitter', 'pet', 'message', 'review', 'report-card', 'evidence', 'document', 'look'));
