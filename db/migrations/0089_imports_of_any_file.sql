-- Imports of any file: sources are files of the program instead of a list, rows may be left out or become replies, ids of the source tell
-- duplicates, and an import says what it changed.

-- The ids that testimonials had in the source of their import.
create table private.import_ids (
	space_id uuid not null,
	source text not null,
	source_id text not null check (char_length(source_id) between 1 and 200),
	testimonial_id uuid not null,
	primary key (space_id, source, source_id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create index import_ids_testimonial on private.import_ids (space_id, testimonial_id);
alter table private.import_ids enable row level security;
alter table private.import_ids force row level security;
grant select, insert, update, delete on private.import_ids to product_door;

-- An import writes addresses with their testimonials, which are indexed once.
create or replace trigger index_words after insert on public.testimonial_contacts referencing new table as changed
	for each statement when (current_setting('plaudit.submitting', true) is distinct from 'on'
		and (current_setting('plaudit.first_events', true) is distinct from 'written'
			or current_setting('plaudit.restoring', true) = 'archive'))
	execute function private.index_parts();

-- Ids of the source are remembered beside addresses and words, and all of these reach a restored database with their key.
alter table plaudit.erasures drop constraint erasures_kind_check;
alter table plaudit.erasures add constraint erasures_kind_check check (
	kind in ('testimonial', 'person', 'invitation', 'import_row', 'address', 'account', 'space', 'member_invitation',
		'erased_key', 'erased_address', 'erased_words', 'erased_source')) not valid;
alter table private.erased drop constraint erased_kind_check;
alter table private.erased add constraint erased_kind_check check (kind in ('address', 'words', 'source')) not valid;

alter table public.import_rows
	drop constraint import_rows_outcome_check,
	add constraint import_rows_outcome_check check (outcome in ('added', 'reply', 'duplicate', 'left_out', 'refused', 'undone')) not valid;
alter table public.imports
	drop constraint imports_source_check,
	add constraint imports_source_check check (source ~ '^[a-z][a-z0-9_]{0,39}$') not valid,
	add column left_out int not null default 0,
	add column replies int not null default 0,
	add column erased int not null default 0,
	-- {source_name, file, changes, left_out_cells}; src/shared/import/import-api.ts has its shape.
	add column summary jsonb,
	add constraint imports_summary_check check (jsonb_typeof(summary) = 'object' and octet_length(summary::text) <= 262144) not valid;

-- An import writes verifications and replies with their testimonials, whose stored JSON is written once.
create or replace trigger keep_item_of_new after insert on public.replies for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written'
		and current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.follow_part();
create or replace trigger keep_item after update or delete on public.replies for each row
	when (current_setting('plaudit.restoring', true) is distinct from 'archive') execute function private.follow_part();
create or replace trigger keep_item_of_new after insert on public.verifications for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written'
		and current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.follow_part();
create or replace trigger keep_item after update or delete on public.verifications for each row
	when (current_setting('plaudit.restoring', true) is distinct from 'archive') execute function private.follow_part();
