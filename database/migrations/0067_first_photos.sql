-- The address of a sitter's first photo, for cards: what it says is kept with the file.
alter table sitter add column photo_url text;
