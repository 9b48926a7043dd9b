-- A page of those testimonials of a wall that a visitor filters: of a kind, with a tag, containing every one of some words in lower
-- case (private.lower_undotted) in what the wall shows: title, text, author, answers, reply. `items` is JSON without its brackets; `found` counts all matches. Words
-- are looked for in the unparsed JSON first, because parsing all of it takes most of the time.
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
		cross join (select array(select private.lower_undotted(word) from unnest($11) word) as words offset 0) sought
		where ($9 is null or c.of_kind = $9)
			and ($10 is null or exists (select from public.testimonial_tags tt
				where tt.space_id = space and tt.testimonial_id = c.testimonial_id and tt.tag_id = $10))
			and case
				when $11 is null then true
				when (select bool_and(position(substr(to_json(word)::text, 2, char_length(to_json(word)::text) - 2) in raw.item) > 0)
					from (select private.lower_undotted(i.item) as item offset 0) raw, unnest(sought.words) word)
				then (select bool_and(position(word in shown.words) > 0)
					from (select private.lower_undotted(concat_ws(E'\n', j.item ->> 'title', j.item ->> 'text', j.item -> 'author' ->> 'name', j.item -> 'author' ->> 'title',
							j.item -> 'author' ->> 'company', j.item -> 'reply' ->> 'body',
							(select string_agg(a ->> 'value', E'\n') from jsonb_array_elements(j.item -> 'answers') a))) as words
						from (select i.item::jsonb as item offset 0) j offset 0) shown, unnest(sought.words) word)
				else false
			end
	) m
$$;

grant execute on function private.wall_matches(uuid, text[], uuid[], uuid[], date, uuid[], boolean, int, text, uuid, text[], int, int)
	to anon, authenticated, service_role;
