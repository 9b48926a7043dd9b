-- What the public may read, worded once: which rows, which words, whose names.

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
-- While an edit waits, the version that was approved speaks, and nothing if it is missing.
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

-- The same as a wall's JSON shows it, written when it changes and not at each reading. Whether it is shown is not asked here.
create table private.shown_items (
	space_id uuid not null,
	testimonial_id uuid not null,
	item text not null,
	primary key (space_id, testimonial_id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
alter table private.shown_items enable row level security;
alter table private.shown_items force row level security;
grant select, insert, update, delete on private.shown_items to product_door;

-- Every public read of testimonials goes through one view. The barrier keeps a caller's conditions from seeing other rows.
create view public.public_testimonials with (security_barrier = true) as
select s.*, (select i.item from private.shown_items i where i.space_id = s.space_id and i.testimonial_id = s.id) as item
from private.shown_testimonials s;
alter view public.public_testimonials owner to product_door;
grant select on public.public_testimonials to anon, authenticated, service_role;

-- A form as its page needs it. `slug` may be an old one: the answer names the present one.
create function public.public_form(slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object(
		'id', f.id, 'slug', f.slug, 'name', f.name, 'title', f.title, 'intro', f.intro, 'accepts', to_jsonb(f.accepts),
		'rating', f.rating, 'max_seconds', f.max_seconds, 'consent_text', f.consent_text,
		'reward_disclosure', f.reward_disclosure, 'thank_you', f.thank_you, 'locale', f.locale, 'is_open', f.is_open,
		'updated_at', f.updated_at,
		'space', jsonb_build_object('id', s.id, 'name', s.name, 'brand', s.brand, 'locale', s.locale),
		'questions', coalesce((
			select jsonb_agg(jsonb_build_object('id', q.id, 'position', q.position, 'kind', q.kind, 'label', q.label,
				'tip', q.tip, 'options', q.options, 'required', q.required, 'is_public', q.is_public) order by q.position, q.id)
			from public.form_questions q where q.form_id = f.id), '[]'))
	from private.form_slugs fs
	join public.forms f on f.id = fs.form_id
	join public.spaces s on s.id = f.space_id
	where fs.slug = $1
$$;
alter function public.public_form(text) owner to product_door;
grant execute on function public.public_form(text) to anon, authenticated, service_role;

-- A published wall without its items.
create function public.public_wall(slug text default null, id uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object(
		'id', w.id, 'space_id', w.space_id, 'slug', w.slug, 'name', w.name, 'layout', w.layout, 'theme', w.theme,
		'selection', w.selection, 'version', w.version, 'updated_at', w.updated_at,
		'form', (select f.slug from public.forms f where f.space_id = w.space_id and f.is_open order by f.created_at, f.id limit 1),
		'space', jsonb_build_object('id', s.id, 'name', s.name, 'brand', s.brand, 'locale', s.locale))
	from public.walls w
	join public.spaces s on s.id = w.space_id
	where w.is_published and (w.slug = $1 or w.id = $2)
	limit 1
$$;
alter function public.public_wall(text, uuid) owner to product_door;
grant execute on function public.public_wall(text, uuid) to anon, authenticated, service_role;

-- The manual order of published walls; it names testimonials and nothing of theirs.
create function private.wall_order(wall uuid) returns table (testimonial_id uuid, "position" int)
language sql stable security definer set search_path = '' rows 20 as $$
	select i.testimonial_id, i.position
	from public.walls w join public.wall_items i on i.space_id = w.space_id and i.wall_id = w.id
	where w.id = $1 and w.is_published
$$;
alter function private.wall_order(uuid) owner to product_door;
grant usage on schema private to anon;
grant execute on function private.wall_order(uuid) to anon, authenticated, service_role;

-- Caches of every node hear which space changed. Submissions that nobody can see yet say nothing.
create function private.tell_space_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	space uuid := case when tg_op = 'DELETE' then old.space_id else new.space_id end;
begin
	perform pg_notify('plaudit_space', space::text);
	return null;
end
$$;
create function private.tell_itself_changed() returns trigger
language plpgsql set search_path = '' as $$
begin
	perform pg_notify('plaudit_space', (case when tg_op = 'DELETE' then old.id else new.id end)::text);
	return null;
end
$$;
alter function private.tell_space_changed() owner to product_door;

create trigger tell_changed after update or delete on public.spaces for each row execute function private.tell_itself_changed();
create trigger tell_changed after insert or update or delete on public.forms for each row execute function private.tell_space_changed();
create trigger tell_changed after insert or update or delete on public.form_questions for each row execute function private.tell_space_changed();
create trigger tell_changed after insert or update or delete on public.walls for each row execute function private.tell_space_changed();
create trigger tell_changed after insert or update or delete on public.wall_items for each row execute function private.tell_space_changed();
create trigger tell_changed after insert or update or delete on public.replies for each row execute function private.tell_space_changed();
create trigger tell_changed after insert or delete on public.testimonial_tags for each row execute function private.tell_space_changed();
create trigger tell_changed after update or delete on public.consents for each row execute function private.tell_space_changed();
create trigger tell_changed after update or delete on public.media for each row execute function private.tell_space_changed();
create trigger tell_changed after update or delete on public.verifications for each row execute function private.tell_space_changed();
create trigger tell_approved after insert on public.testimonials for each row
	when (new.status = 'approved') execute function private.tell_space_changed();
create trigger tell_changed after update on public.testimonials for each row
	when (old.status = 'approved' or new.status = 'approved' or old.approved_version is not null)
	execute function private.tell_space_changed();
create trigger tell_deleted after delete on public.testimonials for each row
	when (old.status = 'approved' or old.approved_version is not null)
	execute function private.tell_space_changed();
