-- People and spaces: profiles, spaces, their members (owner > editor > viewer), and limits for an account.

create table public.profiles (
	id uuid primary key references auth.users (id) on delete cascade,
	username text unique check (username ~ '^[a-z0-9_-]{3,30}$'),
	full_name text check (char_length(full_name) between 1 and 120),
	-- A file of the bucket `avatars`.
	avatar_path text check (char_length(avatar_path) <= 512),
	created_at timestamptz not null default now()
);
create trigger make_profile after insert on auth.users for each row execute function private.make_profile();
create trigger remove_files after delete on public.profiles for each row execute function private.remove_files_of_deleted();

create table public.spaces (
	id uuid primary key default gen_random_uuid(),
	name text not null check (char_length(name) between 1 and 120 and name = btrim(name) and name !~ '[[:cntrl:]]'),
	-- Logo, colour and links. Values of another type would break every screen that shows them.
	brand jsonb not null default '{}' check (jsonb_typeof(brand) = 'object' and octet_length(brand::text) <= 4096),
	locale text not null default 'en' check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
	created_at timestamptz not null default now(),
	constraint brand_holds_texts check (not jsonb_path_exists(brand, 'strict $.* ? (@.type() != "string" && @.type() != "null")'))
);
create trigger remove_files after delete on public.spaces for each row execute function private.remove_files_of_deleted();
create trigger tell_changed after update or delete on public.spaces for each row execute function private.tell_itself_changed();

create table public.space_members (
	space_id uuid not null references public.spaces (id) on delete cascade,
	user_id uuid not null references public.profiles (id) on delete cascade,
	role text not null check (role in ('owner', 'editor', 'viewer')),
	created_at timestamptz not null default now(),
	primary key (space_id, user_id)
);
create index space_members_user on public.space_members (user_id);
create trigger keep_an_owner before update or delete on public.space_members
	for each row execute function private.keep_an_owner();

-- The account that created a space, which counts against that account's limit even after the space has another owner.
create table private.made_spaces (
	space_id uuid primary key references public.spaces (id) on delete cascade,
	user_id uuid not null references public.profiles (id) on delete cascade
);
create index made_spaces_user_id on private.made_spaces (user_id);

-- Settings of the operator that database functions enforce; written at each start.
create table private.limits (
	name text primary key,
	-- Null is no limit.
	most int
);

alter table public.profiles enable row level security;
alter table public.profiles force row level security;
alter table public.spaces enable row level security;
alter table public.spaces force row level security;
alter table public.space_members enable row level security;
alter table public.space_members force row level security;
alter table private.made_spaces enable row level security;
alter table private.made_spaces force row level security;
alter table private.limits enable row level security;
alter table private.limits force row level security;

create policy people_read_whom_they_know on public.profiles for select to authenticated
	using (id = (select auth.uid()) or id = any ((select private.people_known())::uuid[]));
create policy people_change_themselves on public.profiles for update to authenticated
	using (id = (select auth.uid()) and (select private.has_shown_factors()))
	with check (id = (select auth.uid()) and (select private.has_shown_factors()));

create policy members_read on public.spaces for select to authenticated
	using (id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy owners_change on public.spaces for update to authenticated
	using (id = any ((select private.spaces_as('owner'))::uuid[]))
	with check (id = any ((select private.spaces_as('owner'))::uuid[]));
create policy owners_delete on public.spaces for delete to authenticated
	using (id = any ((select private.spaces_as('owner'))::uuid[]));

create policy members_read on public.space_members for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy owners_add on public.space_members for insert to authenticated
	with check (space_id = any ((select private.spaces_as('owner'))::uuid[]));
create policy owners_change on public.space_members for update to authenticated
	using (space_id = any ((select private.spaces_as('owner'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('owner'))::uuid[]));
create policy owners_remove_and_members_leave on public.space_members for delete to authenticated
	using (user_id = (select auth.uid()) and (select private.has_shown_factors())
		or space_id = any ((select private.spaces_as('owner'))::uuid[]));

create policy service_sets on private.limits for all to service_role using (true) with check (true);

grant select on public.profiles, public.spaces, public.space_members to authenticated;
grant update (username, full_name, avatar_path) on public.profiles to authenticated;
grant update (name, brand, locale) on public.spaces to authenticated;
grant delete on public.spaces to authenticated;
grant insert (space_id, user_id, role), update (role), delete on public.space_members to authenticated;
grant all on public.profiles, public.spaces, public.space_members to service_role;
grant select, insert, update on private.limits to service_role;
grant select, insert on public.profiles, public.space_members, private.made_spaces to product_door;
grant select, insert, delete on public.spaces to product_door;
grant select on private.limits to product_door;

-- Screens follow these tables live.
alter publication supabase_realtime add table public.spaces, public.space_members;
