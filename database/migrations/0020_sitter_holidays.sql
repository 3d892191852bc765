-- Which of the region's periods a sitter has switched off, by their first days, and the sitter's own peak days.
alter table sitter add column own_holidays jsonb not null default '{"off": [], "peaks": []}';
