-- People and spaces. Roles in a space: owner > editor > viewer.

-- What must bypass row-level security does so through functions and views that this role owns, and only
-- on the tables granted to it. Nobody can log in as it or become it.
do $$
begin
	if not exists (select from pg_roles where rolname = 'product_door') then
		create role product_door nologin noinherit;
	end if;
	if (select not rolbypassrls from pg_roles where rolname = 'product_door') then
		alter role product_door bypassrls;
	end if;
exception when duplicate_object or unique_violation then null;
end
$$;

-- Functions and tables that no wire exposes.
create schema private;
grant usage on schema private to authenticated, service_role, product_door;
grant usage on schema public, auth to product_door;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to product_door;

create table public.profiles (
	id uuid primary key references auth.users (id) on delete cascade,
	username text unique check (username ~ '^[a-z0-9_-]{3,30}$'),
	full_name text check (char_length(full_name) between 1 and 120),
	avatar_path text check (char_length(avatar_path) <= 512),
	created_at timestamptz not null default now()
);

create table public.spaces (
	id uuid primary key default gen_random_uuid(),
	name text not null check (char_length(name) between 1 and 120 and name = btrim(name) and name !~ '[[:cntrl:]]'),
	brand jsonb not null default '{}' check (jsonb_typeof(brand) = 'object' and octet_length(brand::text) <= 4096),
	locale text not null default 'en' check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
	created_at timestamptz not null default now()
);

create table public.space_members (
	space_id uuid not null references public.spaces (id) on delete cascade,
	user_id uuid not null references public.profiles (id) on delete cascade,
	role text not null check (role in ('owner', 'editor', 'viewer')),
	created_at timestamptz not null default now(),
	primary key (space_id, user_id)
);
create index space_members_user on public.space_members (user_id);

-- The spaces in which the caller holds at least a role. Policies call it once per statement, as an array.
-- Whoever has a second factor has shown it in this session: a password alone opens nothing then, on any wire.
create function private.spaces_as(least_role text) returns uuid[]
language sql stable security definer set search_path = '' as $$
	select coalesce(array_agg(m.space_id), '{}')
	from public.space_members m
	where m.user_id = auth.uid()
		and auth.role() = 'authenticated'
		and array_position(array['viewer', 'editor', 'owner'], m.role) >= array_position(array['viewer', 'editor', 'owner'], least_role)
		and (coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal1' or not exists (
			select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
		))
$$;
grant select on public.space_members to product_door;
grant select (user_id, status) on auth.mfa_factors to product_door;
alter function private.spaces_as(text) owner to product_door;
grant execute on function private.spaces_as(text) to authenticated, service_role;

create function private.people_known() returns uuid[]
language sql stable security definer set search_path = '' as $$
	select coalesce(array_agg(distinct other.user_id), '{}')
	from public.space_members mine
	join public.space_members other on other.space_id = mine.space_id
	where mine.user_id = auth.uid() and auth.role() = 'authenticated'
$$;
alter function private.people_known() owner to product_door;
grant execute on function private.people_known() to authenticated, service_role;

-- The last owner can neither leave nor be demoted while the space lives.
create function private.keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	if old.role <> 'owner' or (tg_op = 'UPDATE' and new.role = 'owner') then
		return coalesce(new, old);
	end if;
	-- Two owners who leave at the same time would each see the other one stay.
	perform pg_advisory_xact_lock(hashtextextended(old.space_id::text, 7268435));
	if exists (select from public.spaces where id = old.space_id)
		and exists (select from public.profiles where id = old.user_id)
		and not exists (
			select from public.space_members
			where space_id = old.space_id and role = 'owner' and user_id <> old.user_id
		)
	then
		raise exception using errcode = 'P0001', message = 'A space keeps at least one owner.',
			hint = 'Make another member an owner first.';
	end if;
	return coalesce(new, old);
end
$$;
grant select on public.spaces, public.profiles to product_door;
alter function private.keep_an_owner() owner to product_door;
create trigger keep_an_owner before update or delete on public.space_members
	for each row execute function private.keep_an_owner();

-- A profile for each user, with the username that sign-up asked for.
create function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	insert into public.profiles (id, username, full_name)
	values (
		new.id,
		lower(nullif(btrim(new.raw_user_meta_data ->> 'username'), '')),
		nullif(left(btrim(new.raw_user_meta_data ->> 'full_name'), 120), '')
	);
	return new;
end
$$;
grant insert on public.profiles to product_door;
alter function private.make_profile() owner to product_door;
create trigger make_profile after insert on auth.users for each row execute function private.make_profile();

create function public.username_available(username text) returns boolean
language sql stable security definer set search_path = '' as $$
	select $1 ~ '^[a-z0-9_-]{3,30}$' and not exists (select from public.profiles p where p.username = $1)
$$;
alter function public.username_available(text) owner to product_door;
grant execute on function public.username_available(text) to anon, authenticated, service_role;

alter table public.profiles enable row level security;
alter table public.profiles force row level security;
alter table public.spaces enable row level security;
alter table public.spaces force row level security;
alter table public.space_members enable row level security;
alter table public.space_members force row level security;

create policy people_read_whom_they_know on public.profiles for select to authenticated
	using (id = (select auth.uid()) or id = any ((select private.people_known())::uuid[]));
create policy people_change_themselves on public.profiles for update to authenticated
	using (id = (select auth.uid())) with check (id = (select auth.uid()));

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
	using (user_id = (select auth.uid()) or space_id = any ((select private.spaces_as('owner'))::uuid[]));

grant select on public.profiles, public.spaces, public.space_members to authenticated;
grant update (username, full_name, avatar_path) on public.profiles to authenticated;
grant update (name, brand, locale) on public.spaces to authenticated;
grant delete on public.spaces to authenticated;
grant insert (space_id, user_id, role), update (role), delete on public.space_members to authenticated;
grant all on public.profiles, public.spaces, public.space_members to service_role;
