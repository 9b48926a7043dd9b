-- Archives that people bring in the app. One row for each person: the next one takes its place.
create table public.archive_imports (
	id uuid primary key,
	user_id uuid not null references public.profiles (id) on delete cascade,
	file_name text check (char_length(file_name) <= 200),
	file_bytes bigint not null check (file_bytes >= 0),
	-- `reading`: a job compares it with its checksums; `checked`: it waits for its person; `loading`: a job writes the space.
	state text not null default 'reading' check (state in ('reading', 'checked', 'loading', 'done', 'refused')),
	-- src/shared/archive-import.ts lists the problems; `reason` says in words what the archive was refused for.
	problem text check (problem ~ '^[a-z_]{3,40}$'),
	reason text check (char_length(reason) <= 1000),
	-- What the archive says of itself, and the counts after it was loaded.
	about jsonb not null default '{}' check (jsonb_typeof(about) = 'object'),
	-- The slug that replaces that of the first form; null keeps it.
	slug text,
	with_invitations boolean not null default false,
	done_bytes bigint not null default 0 check (done_bytes >= 0),
	total_bytes bigint check (total_bytes >= 0),
	space_id uuid references public.spaces (id) on delete set null,
	created_at timestamptz not null default now(),
	finished_at timestamptz
);
create unique index archive_imports_user_id on public.archive_imports (user_id);
create index archive_imports_space_id on public.archive_imports (space_id);
create trigger remove_archive_file after delete on public.archive_imports for each row execute function private.remove_archive_file();
create trigger remove_ended_archive_file after update on public.archive_imports for each row
	when (old.state is distinct from new.state and new.state in ('done', 'refused')) execute function private.remove_archive_file();
alter table public.archive_imports enable row level security;
alter table public.archive_imports force row level security;
create policy own_read on public.archive_imports for select to authenticated
	using (user_id = (select auth.uid()) and (select private.has_shown_factors()));
grant select on public.archive_imports to authenticated, service_role;
grant select, insert, update, delete on public.archive_imports to product_door;

-- {person's id}/{id of the import}. No policy: only jobs read these files.
insert into storage.buckets (id, name, public) values ('archives', 'archives', false);
