-- A page of a wall as one row of ready text: reading and handing over fifty rows cost more than finding them.

-- Whether the owner pinned it is part of an item now, last in it.
create or replace function private.wall_item(s private.shown_testimonials) returns text
language sql stable set search_path = '' as $$
	select row_to_json(whole)::text from (select
		s.id, s.kind, s.locale, s.body as text, s.is_excerpt, s.rating,
		(select row_to_json(author) from (select
			coalesce(s.author_name, '') as name, nullif(s.author_title, '') as title, nullif(s.author_company, '') as company,
			s.author_url as url,
			(select row_to_json(avatar) from (select private.media_address(s.author_avatar_path) as url,
				null::int as width, null::int as height) avatar where s.author_avatar_path is not null) as avatar) author) as author,
		to_char(s.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as submitted_at, s.basis,
		(select row_to_json(source) from (select private.source_name(s.source_url) as name, s.source_url as url) source) as source,
		(select row_to_json(reply) from (select s.reply as body) reply where s.reply <> '') as reply,
		nullif(s.reward_disclosure, '') as reward,
		(select row_to_json(media) from (select m ->> 'kind' as kind, private.media_address(m ->> 'path') as url,
				(m ->> 'width')::int as width, (m ->> 'height')::int as height,
				private.media_address(m ->> 'poster_path') as poster, private.media_address(m ->> 'captions_path') as captions,
				(m ->> 'seconds')::numeric as seconds
			from (select s.media -> 0 as m) files where m is not null) media) as media,
		s.is_pinned as pinned) whole
$$;
-- Whoever migrates need not be above row-level security.
set local role product_door;
update private.shown_items i set item = private.wall_item(s)
from private.shown_testimonials s where s.space_id = i.space_id and s.id = i.testimonial_id;
reset role;

drop function private.wall_page(uuid, text[], uuid[], uuid[], date, uuid[], boolean, boolean, timestamptz, uuid, int);

-- `items` is JSON without its brackets, in the order of publication, `most` of them; `found` may be one more, when there
-- are more. `near` is the place of the one found first and `far` of the last one of a full page: `pinned|at|id`.
-- What is numbered keeps the order in which it was found, and so does what is put together from it.
create function private.wall_page(
	space uuid, kinds text[], forms uuid[], tags uuid[], since date, without uuid[],
	back boolean, at_pinned boolean, at_time timestamptz, at_id uuid, most int
) returns table (items text, found int, near text, far text)
language plpgsql stable security definer rows 1
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
	if back then
		return query
		select string_agg(p.item, ',' order by p.place desc) filter (where p.place <= most), count(*)::int,
			max(concat_ws('|', p.is_pinned::int, p.approved_at, p.id)) filter (where p.place = 1),
			max(concat_ws('|', p.is_pinned::int, p.approved_at, p.id)) filter (where p.place = most)
		from (select f.*, row_number() over () as place from (
			select s.id, s.is_pinned, s.approved_at, i.item
			from private.shown_testimonials s
			join private.shown_items i on i.space_id = s.space_id and i.testimonial_id = s.id
			where s.space_id = space and (s.is_pinned, s.approved_at, s.id) > (at_pinned, at_time, at_id)
				and (kinds is null or s.kind = any (kinds)) and (forms is null or s.form_id = any (forms))
				and (since is null or s.submitted_at >= since) and (without is null or s.id <> all (without))
				and (tags is null or exists (select from public.testimonial_tags tt
					where tt.space_id = s.space_id and tt.testimonial_id = s.id and tt.tag_id = any (tags)))
			order by s.is_pinned, s.approved_at, s.id limit most) f) p;
	else
		return query
		select string_agg(p.item, ',') filter (where p.place <= most), count(*)::int,
			max(concat_ws('|', p.is_pinned::int, p.approved_at, p.id)) filter (where p.place = 1),
			max(concat_ws('|', p.is_pinned::int, p.approved_at, p.id)) filter (where p.place = most)
		from (select f.*, row_number() over () as place from (
			select s.id, s.is_pinned, s.approved_at, i.item
			from private.shown_testimonials s
			join private.shown_items i on i.space_id = s.space_id and i.testimonial_id = s.id
			where s.space_id = space and (s.is_pinned, s.approved_at, s.id) < (at_pinned, at_time, at_id)
				and (kinds is null or s.kind = any (kinds)) and (forms is null or s.form_id = any (forms))
				and (since is null or s.submitted_at >= since) and (without is null or s.id <> all (without))
				and (tags is null or exists (select from public.testimonial_tags tt
					where tt.space_id = s.space_id and tt.testimonial_id = s.id and tt.tag_id = any (tags)))
			order by s.is_pinned desc, s.approved_at desc, s.id desc limit most + 1) f) p;
	end if;
end
$$;
alter function private.wall_page(uuid, text[], uuid[], uuid[], date, uuid[], boolean, boolean, timestamptz, uuid, int)
	owner to product_door;
grant execute on function
	private.wall_page(uuid, text[], uuid[], uuid[], date, uuid[], boolean, boolean, timestamptz, uuid, int)
	to anon, authenticated, service_role;

-- The first of those placed by hand, in their order.
drop function private.wall_named(uuid, uuid[], int);
create function private.wall_named(space uuid, named uuid[], most int) returns table (id uuid, item text)
language plpgsql stable security definer rows 51
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
	return query
	select s.id, i.item
	from unnest(named) with ordinality n(id, place)
	join private.shown_testimonials s on s.space_id = space and s.id = n.id
	join private.shown_items i on i.space_id = s.space_id and i.testimonial_id = s.id
	order by n.place limit most;
end
$$;
alter function private.wall_named(uuid, uuid[], int) owner to product_door;
grant execute on function private.wall_named(uuid, uuid[], int) to anon, authenticated, service_role;
