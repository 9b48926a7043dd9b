-- A page of those testimonials of a wall that a visitor filters: of a kind, with a tag, containing every one of some words in lower
-- case. `items` is JSON without its brackets; `found` counts all matches.
create or replace function private.wall_matches(
	space uuid, kinds text[], forms uuid[], tags uuid[], since date, fixed uuid[], named boolean, most int,
	kind text, tag uuid, words text[], skip int, take int
) returns table (items text, found int)
language sql stable security definer rows 1 set search_path = '' as $$
	select string_agg(m.item, ',' order by m.place) filter (where m.place > skip and m.place <= skip + take), count(*)::int
	from (
		select i.item, row_number() over (order by c.place) as place
		from private.wall_chosen(space, kinds, forms, tags, since, fixed, named, most) c
		join private.shown_items i on i.space_id = space and i.testimonial_id = c.testimonial_id
		where ($9 is null or c.of_kind = $9)
			and ($10 is null or exists (select from public.testimonial_tags tt
				where tt.space_id = space and tt.testimonial_id = c.testimonial_id and tt.tag_id = $10))
			and ($11 is null or (select bool_and(position(word in shown.words) > 0)
				from private.item_words(i.item::jsonb) shown(words), unnest($11) word))
	) m
$$;

alter function private.wall_matches(uuid, text[], uuid[], uuid[], date, uuid[], boolean, int, text, uuid, text[], int, int) owner to product_door;
grant execute on function private.wall_matches(uuid, text[], uuid[], uuid[], date, uuid[], boolean, int, text, uuid, text[], int, int)
	to anon, authenticated, service_role;
