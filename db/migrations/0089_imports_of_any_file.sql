-- Imports of any file: sources are files of the program instead of a list, rows may be left out or become replies, ids of the source tell
-- duplicates, and an import says what it changed.
alter table public.imports
	drop constraint imports_source_check,
	add constraint imports_source_check check (source ~ '^[a-z][a-z0-9_]{0,39}$') not valid,
	add column left_out int not null default 0,
	add column replies int not null default 0,
	add column erased int not null default 0,
	-- {source_name, file, changes, left_out_cells}; src/shared/import/import-api.ts has its shape.
	add column summary jsonb check (jsonb_typeof(summary) = 'object' and octet_length(summary::text) <= 262144) ;
alter table public.import_rows
	drop constraint import_rows_outcome_check,
	add constraint import_rows_outcome_check check (outcome in ('added', 'reply', 'duplicate', 'left_out', 'refused', 'undone')) not valid;
