-- Imports: files of testimonials that were given elsewhere, the outcome of each of their rows, and pictures that are still to be fetched.

-- Files that wait for their import: {space id}/{import id}. No policy: only the server reads them.
insert into storage.buckets (id, name, public) values ('imports', 'imports', false);

create table public.imports (
	space_id uuid not null references public.spaces (id) on delete cascade,
	id uuid not null,
	-- Null for rows that were pasted.
	file_name text check (char_length(file_name) between 1 and 200 and file_name !~ '[[:cntrl:]]'),
	source text not null check (source in ('csv', 'json', 'senja', 'testimonial_to', 'trustpilot', 'google', 'plaudit')),
	-- The headings of the columns, and what each of them is with the other choices of the member.
	columns jsonb not null check (jsonb_typeof(columns) = 'array' and octet_length(columns::text) <= 8388608),
	mapping jsonb not null check (jsonb_typeof(mapping) = 'object' and octet_length(mapping::text) <= 1048576),
	state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed', 'undoing', 'undone')),
	-- Why it failed, in words for members.
	problem text check (char_length(problem) <= 500),
	row_count int not null check (row_count >= 0),
	-- Rows of the file whose outcome is stored.
	done int not null default 0,
	added int not null default 0,
	duplicates int not null default 0,
	refused int not null default 0,
	-- Picture addresses in the added rows, and how many of them are fetched or given up.
	pictures int not null default 0,
	pictures_done int not null default 0,
	pictures_failed int not null default 0,
	-- Testimonials that an undo has deleted.
	removed int not null default 0,
	created_by uuid references public.profiles (id) on delete set null,
	created_at timestamptz not null default now(),
	started_at timestamptz,
	finished_at timestamptz,
	undone_at timestamptz,
	undo_until timestamptz,
	primary key (space_id, id),
	unique (id)
);
create index imports_newest on public.imports (space_id, created_at desc);
create index imports_created_by on public.imports (created_by);
-- The rows of one import are compared with what the one before it added.
create unique index imports_running on public.imports (space_id) where state in ('running', 'undoing');

create table public.import_rows (
	space_id uuid not null,
	import_id uuid not null,
	-- From 1, without the headings.
	row int not null,
	-- The line of the file on which it begins; null where the file has no lines.
	line int,
	outcome text not null check (outcome in ('added', 'duplicate', 'refused', 'undone')),
	-- The one that was added, or that a duplicate repeats. No reference: an erased testimonial leaves the row.
	testimonial_id uuid,
	-- A code of src/shared/import-api.ts, the heading of its column, and the reason in words.
	problem text,
	heading text,
	reason text check (char_length(reason) <= 500),
	-- The cells of a row that was not added, so that it can be mended; deleted with the time to undo.
	cells jsonb,
	-- Pictures that could not be fetched: [{role, url, reason}].
	links jsonb,
	primary key (space_id, import_id, row),
	foreign key (space_id, import_id) references public.imports (space_id, id) on delete cascade
);
create index import_rows_testimonial on public.import_rows (testimonial_id) where testimonial_id is not null;
create index import_rows_others on public.import_rows (space_id, import_id, row) where outcome in ('duplicate', 'refused') or links is not null;

create table private.import_pictures (
	space_id uuid not null,
	import_id uuid not null,
	testimonial_id uuid not null,
	row int not null,
	role text not null check (role in ('avatar', 'photo')),
	url text not null check (char_length(url) <= 2000),
	primary key (space_id, import_id, testimonial_id, role),
	foreign key (space_id, import_id) references public.imports (space_id, id) on delete cascade,
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create index import_pictures_testimonial on private.import_pictures (space_id, testimonial_id);

alter table public.imports enable row level security;
alter table public.imports force row level security;
alter table public.import_rows enable row level security;
alter table public.import_rows force row level security;
alter table private.import_pictures enable row level security;
alter table private.import_pictures force row level security;
create policy members_read on public.imports for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy members_read on public.import_rows for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on public.imports, public.import_rows to authenticated;
grant all on public.imports, public.import_rows to service_role;
grant select, insert, update, delete on public.imports, public.import_rows, private.import_pictures to product_door;

-- Tags that a file names are made with it.
grant insert on public.tags to product_door;

-- An import writes the bases of thousands of testimonials, and a submission that of one that is not public yet.
drop trigger keep_item on public.verifications;
create trigger keep_item_of_new after insert on public.verifications for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written')
	execute function private.follow_part();
create trigger keep_item after update or delete on public.verifications for each row execute function private.follow_part();

-- Screens follow the progress live.
alter publication supabase_realtime add table public.imports;
-- Without superuser there is no event trigger, which creates the triggers of published tables.
select realtime.sync_publication();
