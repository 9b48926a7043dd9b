-- What the members of a space change in the studio of a wall before they publish it: one draft for each wall, shared by all of them.
create table public.wall_drafts (
	space_id uuid not null,
	wall_id uuid not null,
	-- The parts of the wall as edited, and as they were published when the draft began: a later publication is merged in by them.
	mine jsonb not null check (jsonb_typeof(mine) = 'object' and octet_length(mine::text) <= 1048576),
	base jsonb not null check (jsonb_typeof(base) = 'object' and octet_length(base::text) <= 1048576),
	-- Counts its changes, so that none overwrites one that its author has not seen.
	version int not null default 1,
	edited_by uuid references public.profiles (id) on delete set null,
	edited_at timestamptz not null default now(),
	primary key (space_id, wall_id),
	foreign key (space_id, wall_id) references public.walls (space_id, id) on delete cascade
);
create index wall_drafts_edited_by on public.wall_drafts (edited_by);
create trigger note_wall_draft before insert or update on public.wall_drafts for each row execute function private.note_wall_draft();

-- What a wall has shown: its parts after each change of them, the newest fifty. Changes to its address alone are none.
create table public.wall_versions (
	space_id uuid not null,
	wall_id uuid not null,
	version int not null,
	parts jsonb not null,
	published_by uuid references public.profiles (id) on delete set null,
	published_at timestamptz not null default now(),
	primary key (space_id, wall_id, version),
	foreign key (space_id, wall_id) references public.walls (space_id, id) on delete cascade
);
create index wall_versions_published_by on public.wall_versions (published_by);

alter table public.wall_drafts enable row level security;
alter table public.wall_drafts force row level security;
create policy members_read on public.wall_drafts for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_add on public.wall_drafts for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.wall_drafts for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.wall_drafts for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant select, insert (space_id, wall_id, mine, base), update (mine, base), delete on public.wall_drafts to authenticated;
grant all on public.wall_drafts to service_role;

alter table public.wall_versions enable row level security;
alter table public.wall_versions force row level security;
create policy members_read on public.wall_versions for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on public.wall_versions to authenticated;
grant select, insert, update, delete on public.wall_versions to service_role;
grant select, insert, delete on public.wall_versions to product_door;

insert into public.wall_versions (space_id, wall_id, version, parts, published_at)
select w.space_id, w.id, w.version, private.wall_parts(w.space_id, w.id), w.updated_at from public.walls w;

-- At the end of the transaction, so that the order of a wall that is written after it belongs to the same version.
create constraint trigger keep_wall_version after insert or update on public.walls
	deferrable initially deferred for each row execute function private.keep_wall_version();

-- Members see the drafts of others live.
alter publication supabase_realtime add table public.wall_drafts;
-- Without superuser there is no event trigger, which creates the triggers of published tables.
select realtime.sync_publication();
