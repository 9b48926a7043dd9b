-- Walls, the views that define what the public reads of testimonials, and their stored JSON.

-- A wall selects testimonials and never copies them.
create table public.walls (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	slug text not null constraint walls_slug_key unique,
	name text not null check (char_length(name) between 1 and 120 and name !~ '[[:cntrl:]]'),
	layout text not null default 'masonry'
		check (layout in ('masonry', 'grid', 'list', 'carousel', 'marquee', 'single', 'badge', 'avatars')),
	theme jsonb not null default '{}' check (jsonb_typeof(theme) = 'object' and octet_length(theme::text) <= 4096),
	-- {tags[], kinds[], forms[], min_date, ids[], limit}. There is no key for the rating: a selection by rating would mislead.
	selection jsonb not null default '{}'
		check (jsonb_typeof(selection) = 'object' and octet_length(selection::text) <= 65536
			and (selection - array['tags', 'kinds', 'forms', 'min_date', 'ids', 'limit']) = '{}'::jsonb),
	is_published boolean not null default true,
	-- Counts its changes.
	version int not null default 1,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	unique (space_id, id)
);
create trigger claim_wall_slug before insert or update on public.walls
	for each row execute function private.claim_wall_slug();
create trigger hold_addresses_of_new after insert on public.walls for each row execute function private.hold_addresses();
create trigger tell_changed after insert or update or delete on public.walls for each row execute function private.tell_space_changed();

-- The testimonials that were ordered by hand, before all others.
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
create trigger fill_space before insert on public.wall_items for each row
	when (new.space_id is null) execute function private.fill_space();
create trigger tell_changed after insert or update or delete on public.wall_items
	for each row execute function private.tell_space_changed();

-- The testimonials that the public may read, with the approved words, and with the name where the consent allows it.
create view private.shown_testimonials as
select t.id, t.space_id, t.form_id, t.kind,
	case when shown.excerpt_end is null then shown.body
		else substring(shown.body from shown.excerpt_start + 1 for shown.excerpt_end - shown.excerpt_start) end as body,
	shown.excerpt_end is not null as is_excerpt, shown.rating,
	case when t.live_scope = 'public' then shown.author_name end as author_name,
	case when t.live_scope = 'public' then shown.author_title end as author_title,
	case when t.live_scope = 'public' then shown.author_company end as author_company,
	case when t.live_scope = 'public' then shown.author_url end as author_url,
	case when t.live_scope = 'public' then t.author_avatar_path end as author_avatar_path,
	t.locale, t.source, t.source_url, t.is_pinned, t.reward_disclosure, t.submitted_at, t.approved_at,
	t.live_scope as consent_scope,
	(select v.basis from public.verifications v where v.space_id = t.space_id and v.testimonial_id = t.id
		order by array_position(array['order', 'provider', 'email', 'invited', 'imported', 'vouched'], v.basis) limit 1) as basis,
	(select r.body from public.replies r where r.space_id = t.space_id and r.testimonial_id = t.id) as reply,
	(select jsonb_agg(jsonb_build_object('kind', m.kind, 'path', m.path, 'mime', m.mime, 'width', m.width, 'height', m.height,
			'seconds', m.seconds, 'poster_path', m.poster_path, 'captions_path', m.captions_path,
			'trim_start', m.trim_start, 'trim_end', m.trim_end) order by m.created_at, m.id)
		from public.media m where m.space_id = t.space_id and m.testimonial_id = t.id
			and not (t.live_scope = 'anonymous' and t.kind = 'text')) as media,
	(select jsonb_agg(jsonb_build_object('label', a.label, 'value', a.value) order by a.position)
		from public.testimonial_answers a where a.space_id = t.space_id and a.testimonial_id = t.id and a.is_public) as answers,
	(select array_agg(tt.tag_id) from public.testimonial_tags tt where tt.space_id = t.space_id and tt.testimonial_id = t.id) as tag_ids
from public.testimonials t
left join public.testimonial_versions v on t.status = 'pending'
	and v.space_id = t.space_id and v.testimonial_id = t.id and v.version = t.approved_version
-- While an edit waits for moderation, the approved version is shown, and nothing if it is missing.
cross join lateral (select
	case t.status when 'pending' then v.body else t.body end as body,
	case t.status when 'pending' then v.excerpt_start else t.excerpt_start end as excerpt_start,
	case t.status when 'pending' then v.excerpt_end else t.excerpt_end end as excerpt_end,
	case t.status when 'pending' then v.rating else t.rating end as rating,
	case t.status when 'pending' then v.author_name else t.author_name end as author_name,
	case t.status when 'pending' then v.author_title else t.author_title end as author_title,
	case t.status when 'pending' then v.author_company else t.author_company end as author_company,
	case t.status when 'pending' then v.author_url else t.author_url end as author_url) shown
where t.is_public;
alter view private.shown_testimonials owner to product_door;

-- A row of that view as the JSON of a wall, written when it changes instead of at each read. It says nothing about whether the
-- testimonial is public: readers check is_public.
create table private.shown_items (
	space_id uuid not null,
	testimonial_id uuid not null,
	item text not null,
	primary key (space_id, testimonial_id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);

-- The same for API clients. The security barrier keeps a function in a client's condition from seeing other rows.
create view public.public_testimonials with (security_barrier = true) as
select s.*, (select i.item from private.shown_items i where i.space_id = s.space_id and i.testimonial_id = s.id) as item
from private.shown_testimonials s;
alter view public.public_testimonials owner to product_door;
grant select on public.public_testimonials to anon, authenticated, service_role;

alter table public.walls enable row level security;
alter table public.walls force row level security;
alter table public.wall_items enable row level security;
alter table public.wall_items force row level security;
alter table private.shown_items enable row level security;
alter table private.shown_items force row level security;

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
grant select, insert, update (selection) on public.walls to product_door;
grant select on public.wall_items to product_door;
grant select, insert, update, delete on private.shown_items to product_door;

-- Screens follow these tables live.
alter publication supabase_realtime add table public.walls, public.wall_items;
-- Without superuser there is no event trigger, which creates the triggers of published tables.
select realtime.sync_publication();
