-- The testimonials of a space that the inbox lists under a filter, of any number: `filter` is that of private.search_condition with `q`, what a
-- member typed, or {ids}. The words are those of public.search_testimonials. An id or a tag of another space matches nothing.
create or replace function private.matching_testimonials(space uuid, filter jsonb) returns setof uuid
language plpgsql stable set search_path = '' as $$
#variable_conflict use_variable
declare
	typed constant text := left(coalesce(filter ->> 'q', ''), 200);
	condition text;
	words tsquery;
begin
	if filter ? 'ids' then
		return query select t.id from public.testimonials t
			where t.space_id = space and t.id = any (array(select jsonb_array_elements_text(filter -> 'ids'))::uuid[]);
		return;
	end if;
	condition := private.search_condition(space, filter);
	if condition is null then
		raise exception using errcode = '22023', message = 'There is no such view.';
	end if;
	if btrim(typed) = '' then
		return query execute format('select t.id from public.testimonials t where t.space_id = $1 and %s', condition) using space;
		return;
	end if;
	words := private.space_query(space, private.search_query(space, typed));
	if words is null then
		return;
	end if;
	if exists (select from private.unindexed_spaces u where u.space_id = space) then
		raise exception using errcode = '55000', message = 'The search of this space is being prepared. Try again in some minutes.';
	end if;
	return query execute format('select w.testimonial_id from private.search_words w
			join public.testimonials t on t.space_id = $1 and t.id = w.testimonial_id where w.space_id = $1 and w.words @@ $2 and %1$s
		union
		select w.testimonial_id from (select t.id from public.testimonials t where t.space_id = $1 and %1$s
			order by t.submitted_at desc, t.id desc limit 1000) t
			join private.search_words w on w.space_id = $1 and w.testimonial_id = t.id where w.words @@ $3', condition)
	using space, words, private.space_query(space, private.begun_query(typed));
end
$$;
