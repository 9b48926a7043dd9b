-- Named filters of the inbox: of the space, which its editors make, and of one member, whom alone they concern.
create table public.saved_views (
	space_id uuid not null references public.spaces (id) on delete cascade,
	id uuid not null default gen_random_uuid(),
	-- Null for a view of the space. A member who leaves takes their own with them.
	user_id uuid,
	name text not null check (char_length(name) between 1 and 60 and name = btrim(name) and name !~ '[[:cntrl:]]'),
	filter jsonb not null check (
		octet_length(filter::text) <= 4096 and jsonb_typeof(filter) = 'object' and jsonb_typeof(filter -> 'view') is not distinct from 'string'
		and filter - '{view,forms,kinds,ratings,tag,langs,from,to,q,sort}'::text[] = '{}'
	),
	created_at timestamptz not null default now(),
	primary key (space_id, id),
	foreign key (space_id, user_id) references public.space_members (space_id, user_id) on delete cascade
);
create index saved_views_user on public.saved_views (space_id, user_id);
create trigger limit_saved_views before insert on public.saved_views for each row execute function private.limit_saved_views();
alter table public.saved_views enable row level security;
alter table public.saved_views force row level security;
create policy members_read on public.saved_views for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]) and (user_id is null or user_id = (select auth.uid())));
create policy members_add_their_own on public.saved_views for insert to authenticated
	with check (user_id = (select auth.uid()) and space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_add on public.saved_views for insert to authenticated
	with check (user_id is null and space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy members_change_their_own on public.saved_views for update to authenticated
	using (user_id = (select auth.uid()) and space_id = any ((select private.spaces_as('viewer'))::uuid[]))
	with check (user_id = (select auth.uid()) and space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_change on public.saved_views for update to authenticated
	using (user_id is null and space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (user_id is null and space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy members_delete_their_own on public.saved_views for delete to authenticated
	using (user_id = (select auth.uid()) and space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_delete on public.saved_views for delete to authenticated
	using (user_id is null and space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant select, insert (space_id, id, user_id, name, filter), update (name, filter), delete on public.saved_views to authenticated;
grant all on public.saved_views to service_role;
grant select on public.saved_views to product_door;
