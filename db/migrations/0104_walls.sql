-- Walls select testimonials; they never copy them.

create table public.walls (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	slug text not null constraint walls_slug_key unique,
	name text not null check (char_length(name) between 1 and 120 and name !~ '[[:cntrl:]]'),
	layout text not null default 'masonry'
		check (layout in ('masonry', 'grid', 'list', 'carousel', 'marquee', 'single', 'badge', 'avatars')),
	theme jsonb not null default '{}' check (jsonb_typeof(theme) = 'object' and octet_length(theme::text) <= 4096),
	-- {tags[], kinds[], forms[], min_date, ids[], limit}: never rating alone, so there is no key for it
	selection jsonb not null default '{}'
		check (jsonb_typeof(selection) = 'object' and octet_length(selection::text) <= 65536
			and (selection - array['tags', 'kinds', 'forms', 'min_date', 'ids', 'limit']) = '{}'::jsonb),
	is_published boolean not null default true,
	version int not null default 1,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	unique (space_id, id)
);

create table public.wall_items (
	space_id uuid not null,
	wall_id uuid not null,
	testimonial_id uuid not null,
	position int not null check (position >= 0),
	primary key (space_id, wall_id, testimonial_id),
	foreign key (space_id, wall_id) references public.walls (space_id, id) on delete cascade,
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create index wall_items_order on public.wall_items (space_id, wall_id, position);
create index wall_items_testimonial on public.wall_items (space_id, testimonial_id);

create function private.suggest_slug(wanted text, taken_by text) returns text
language sql stable security definer set search_path = '' as $$
	select candidate from (
		select left($1, 58) || '-' || n as candidate from generate_series(2, 200) n
	) candidates
	where case $2
		when 'form' then not exists (select from private.form_slugs s where s.slug = candidate)
		else not exists (select from public.walls w where w.slug = candidate)
	end
	limit 1
$$;

create function private.claim_wall_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	problem text := private.slug_problem(new.slug);
begin
	if tg_op = 'UPDATE' then
		new.version := old.version + 1;
		new.updated_at := now();
		if new.slug = old.slug then
			return new;
		end if;
	end if;
	if problem is not null then
		raise exception using errcode = '22023', message = problem, column = 'slug';
	end if;
	if exists (select from public.walls w where w.slug = new.slug and w.id <> new.id) then
		raise exception using errcode = '23505', constraint = 'walls_slug_key',
			message = 'This slug is taken.', detail = format('The slug "%s" belongs to another wall.', new.slug),
			hint = private.suggest_slug(new.slug, 'wall');
	end if;
	return new;
end
$$;
grant select, insert on public.walls to product_door;
grant select on public.wall_items to product_door;
alter function private.suggest_slug(text, text) owner to product_door;
alter function private.claim_wall_slug() owner to product_door;
create trigger claim_wall_slug before insert or update on public.walls
	for each row execute function private.claim_wall_slug();

alter table public.walls enable row level security;
alter table public.walls force row level security;
alter table public.wall_items enable row level security;
alter table public.wall_items force row level security;

create policy members_read on public.walls for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_add on public.walls for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.walls for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.walls for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));

create policy members_read on public.wall_items for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_add on public.wall_items for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.wall_items for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.wall_items for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));

grant select, delete on public.walls, public.wall_items to authenticated;
grant insert (id, space_id, slug, name, layout, theme, selection, is_published),
	update (slug, name, layout, theme, selection, is_published) on public.walls to authenticated;
grant insert (space_id, wall_id, testimonial_id, position), update (position) on public.wall_items to authenticated;
grant all on public.walls, public.wall_items to service_role;

-- Replaces the hand-made order of a wall, whole or not at all. Runs as its caller: policies say whose walls those are.
create function public.order_wall(wall_id uuid, testimonial_ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	space uuid := (select w.space_id from public.walls w where w.id = wall_id);
begin
	if space is null then
		raise exception using errcode = 'P0002', message = 'There is no such wall.';
	end if;
	delete from public.wall_items i where i.space_id = space and i.wall_id = order_wall.wall_id;
	insert into public.wall_items (space_id, wall_id, testimonial_id, position)
	select space, order_wall.wall_id, named.id, min(named.place) - 1
	from unnest(testimonial_ids) with ordinality named(id, place) group by named.id;
end
$$;
grant execute on function public.order_wall(uuid, uuid[]) to authenticated, service_role;

-- A space, its owner, its first form and its first wall, in one transaction.
create function public.create_space(name text, slug text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	me uuid := auth.uid();
	space uuid;
	form uuid;
	wall uuid;
	problem text := private.slug_problem(slug);
begin
	if me is null or auth.role() <> 'authenticated' then
		raise exception using errcode = '42501', message = 'Sign in to make a space.';
	end if;
	if problem is not null then
		raise exception using errcode = '22023', message = problem, column = 'slug';
	end if;
	if name is null or btrim(name) = '' or char_length(btrim(name)) > 120 or btrim(name) ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'A name has 1 to 120 characters.', column = 'name';
	end if;
	-- One caller at a time per slug, so that the loser gets a clean answer.
	perform pg_advisory_xact_lock(hashtextextended(slug, 7268433));
	if not public.slug_available(slug) then
		raise exception using errcode = '23505', constraint = 'forms_slug_key', message = 'This slug is taken.',
			detail = format('The slug "%s" belongs to another form.', slug), hint = private.suggest_slug(slug, 'form');
	end if;
	insert into public.spaces (name) values (btrim(name)) returning id into space;
	insert into public.space_members (space_id, user_id, role) values (space, me, 'owner');
	insert into public.forms (space_id, slug, name, title)
		values (space, slug, btrim(name), left('What would you say about ' || btrim(name) || '?', 200)) returning id into form;
	insert into public.walls (space_id, slug, name) values (space, slug, btrim(name)) returning id into wall;
	return jsonb_build_object('space_id', space, 'form_id', form, 'wall_id', wall);
end
$$;

create function public.slug_available(slug text) returns boolean
language sql stable security definer set search_path = '' as $$
	select private.slug_problem($1) is null
		and not exists (select from private.form_slugs s where s.slug = $1)
		and not exists (select from public.walls w where w.slug = $1)
$$;

grant select, insert on public.spaces, public.space_members to product_door;
alter function public.create_space(text, text) owner to product_door;
alter function public.slug_available(text) owner to product_door;
grant execute on function public.create_space(text, text) to authenticated;
grant execute on function public.slug_available(text) to anon, authenticated, service_role;
