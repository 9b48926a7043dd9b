-- What the public may read. Every public read of testimonials goes through one view.

create view public.public_testimonials with (security_barrier = true) as
with shown as (
	select t.id, t.space_id, t.form_id, t.kind, t.rating, t.author_name, t.author_title, t.author_company, t.author_url,
		t.author_avatar_path, t.locale, t.source, t.source_url, t.is_pinned, t.reward_disclosure, t.submitted_at,
		t.approved_at, t.live_scope,
		case when t.excerpt_end is null then t.body
			else substring(t.body from t.excerpt_start + 1 for t.excerpt_end - t.excerpt_start) end as body,
		t.excerpt_end is not null as is_excerpt
	from public.testimonials t
	where t.status = 'approved' and t.spam_state = 'clean' and t.withdrawn_at is null
		and t.live_scope in ('public', 'anonymous') and t.media_ready
	union all
	-- The submitter sent an edit: what was approved stays until somebody decides.
	select t.id, t.space_id, t.form_id, t.kind, v.rating, v.author_name, v.author_title, v.author_company, v.author_url,
		t.author_avatar_path, t.locale, t.source, t.source_url, t.is_pinned, t.reward_disclosure, t.submitted_at,
		t.approved_at, t.live_scope,
		case when v.excerpt_end is null then v.body
			else substring(v.body from v.excerpt_start + 1 for v.excerpt_end - v.excerpt_start) end,
		v.excerpt_end is not null
	from public.testimonials t
	join public.testimonial_versions v on v.space_id = t.space_id and v.testimonial_id = t.id and v.version = t.approved_version
	where t.status = 'pending' and t.approved_version is not null and t.spam_state = 'clean' and t.withdrawn_at is null
		and t.live_scope in ('public', 'anonymous') and t.media_ready
)
select s.id, s.space_id, s.form_id, s.kind, s.body, s.is_excerpt, s.rating,
	case when s.live_scope = 'anonymous' then null else s.author_name end as author_name,
	case when s.live_scope = 'anonymous' then null else s.author_title end as author_title,
	case when s.live_scope = 'anonymous' then null else s.author_company end as author_company,
	case when s.live_scope = 'anonymous' then null else s.author_url end as author_url,
	case when s.live_scope = 'anonymous' then null else s.author_avatar_path end as author_avatar_path,
	s.locale, s.source, s.source_url, s.is_pinned, s.reward_disclosure, s.submitted_at, s.approved_at,
	s.live_scope as consent_scope,
	(select v.basis from public.verifications v where v.space_id = s.space_id and v.testimonial_id = s.id
		order by array_position(array['order', 'provider', 'email', 'invited', 'imported', 'vouched'], v.basis) limit 1) as basis,
	(select r.body from public.replies r where r.space_id = s.space_id and r.testimonial_id = s.id) as reply,
	(select jsonb_agg(jsonb_build_object('kind', m.kind, 'path', m.path, 'mime', m.mime, 'width', m.width, 'height', m.height,
			'seconds', m.seconds, 'poster_path', m.poster_path, 'captions_path', m.captions_path,
			'trim_start', m.trim_start, 'trim_end', m.trim_end) order by m.created_at, m.id)
		from public.media m where m.space_id = s.space_id and m.testimonial_id = s.id
			and not (s.live_scope = 'anonymous' and s.kind = 'text')) as media,
	(select jsonb_agg(jsonb_build_object('label', a.label, 'value', a.value) order by a.position)
		from public.testimonial_answers a where a.space_id = s.space_id and a.testimonial_id = s.id and a.is_public) as answers,
	(select array_agg(tt.tag_id) from public.testimonial_tags tt where tt.space_id = s.space_id and tt.testimonial_id = s.id) as tag_ids
from shown s;

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
