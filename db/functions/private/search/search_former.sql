-- The search of a space whose testimonials are not yet in `private.search_words`, for the minutes after the migration that made it.
-- public.search_testimonials describes it, and asks whether the caller may search.
create or replace function private.search_former(space_id uuid, query text, filter jsonb default '{}', sort text default 'best',
	after jsonb default null, most int default 51)
returns table (id uuid, rank real)
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0 set random_page_cost = 1.1 as $$
#variable_conflict use_column
declare
	asked constant uuid := search_former.space_id;
	words constant tsquery := private.search_query(asked, left(search_former.query, 200));
	begun constant tsquery := private.begun_query(left(search_former.query, 200));
	view constant text := coalesce(filter ->> 'view', 'all');
	condition text := case view
		when 'all' then 'true'
		when 'starred' then 't.is_pinned'
		when 'archived' then '(t.status = ''archived'' or t.withdrawn_at is not null)'
		when 'pending' then 't.withdrawn_at is null and t.status = ''pending'' and t.spam_state = ''clean'''
		when 'suspect' then 't.withdrawn_at is null and t.status = ''pending'' and t.spam_state <> ''clean'''
		when 'approved' then 't.withdrawn_at is null and t.status = ''approved'''
		when 'rejected' then 't.withdrawn_at is null and t.status = ''rejected'''
	end;
	ordering constant text := case sort
		when 'best' then 'rank desc, submitted_at desc, id desc'
		when 'newest' then 'submitted_at desc, id desc'
		when 'oldest' then 'submitted_at, id'
		when 'highest' then 'rating desc nulls last, submitted_at desc, id desc'
		when 'lowest' then 'rating nulls last, submitted_at desc, id desc'
	end;
	-- The most of either branch that the page can need.
	page constant text := case when sort = 'best' then 'submitted_at desc, id desc limit 1000' else ordering || ' limit $14' end;
	-- The rows after $9 (rank), $10 (submitted_at), $11 (rating), $12 (id), in that order.
	older constant text := '(t.submitted_at, t.id) < ($10, $12)';
	following text := case
		when after is null then 'true'
		when sort in ('best', 'newest') then older
		when sort = 'oldest' then '(t.submitted_at, t.id) > ($10, $12)'
		when after ->> 'rating' is null then 't.rating is null and ' || older
		when sort = 'highest' then '(t.rating < $11 or t.rating is null or t.rating = $11 and ' || older || ')'
		else '(t.rating > $11 or t.rating is null or t.rating = $11 and ' || older || ')'
	end;
	-- A word of few testimonials is found by the text index alone: along the index of an order, all rows would be read for it.
	words_of_space text := 'private.testimonial_words';
	is_rare boolean;
	source text;
begin
	if condition is null or ordering is null then
		raise exception using errcode = '22023', message = 'There is no such view or order.';
	end if;
	if words is null then
		return;
	end if;
	if filter -> 'forms' <> '[]' then condition := condition || ' and t.form_id = any ($3)'; end if;
	if filter -> 'kinds' <> '[]' then condition := condition || ' and t.kind = any ($4)'; end if;
	if filter -> 'ratings' <> '[]' then condition := condition || ' and coalesce(t.rating::text, ''none'') = any ($5)'; end if;
	if filter -> 'langs' <> '[]' then condition := condition || ' and split_part(t.locale, ''-'', 1) = any ($6)'; end if;
	if filter ->> 'from' is not null then condition := condition || ' and t.submitted_at >= $7'; end if;
	if filter ->> 'to' is not null then condition := condition || ' and t.submitted_at < $8'; end if;
	if filter ->> 'assigned' is not null then
		condition := condition || format(' and t.assigned_to = %L', (filter ->> 'assigned')::uuid);
	end if;
	if filter ->> 'tag' is not null then
		condition := condition || ' and exists (select from public.testimonial_tags g
			where g.space_id = $1 and g.testimonial_id = t.id and g.tag_id = $13)';
	end if;
	if sort <> 'best' then
		condition := condition || ' and ' || following;
		-- The query runs by `execute`, so that it is planned for these words.
		execute 'select count(*) <= 1000 from (
			select from private.testimonial_words w where w.space_id = $1 and w.words @@ $2 limit 1001) m' into is_rare using asked, words;
		if is_rare then
			words_of_space := '(select w.* from private.testimonial_words w where w.space_id = $1 and w.words @@ $2 limit 1000)';
		end if;
	end if;
	source := format('(select t.id, t.submitted_at, t.rating, w.words from %s w
		join public.testimonials t on t.space_id = w.space_id and t.id = w.testimonial_id
		where w.space_id = $1 and t.space_id = $1 and w.words @@ $2 and %s order by %s)', words_of_space, condition, page);
	if begun is not null then
		source := format('%s union all (select t.id, t.submitted_at, t.rating, w.words from (
			select t.* from public.testimonials t where t.space_id = $1 and %s order by t.submitted_at desc, t.id desc limit 1000) t
			join private.testimonial_words w on w.space_id = $1 and w.testimonial_id = t.id
			where w.words @@ $15 and not w.words @@ $2 order by %s)', source, condition, page);
	end if;
	if sort = 'best' then
		source := format('select m.id, ts_rank(m.words, coalesce($15, $2)) as rank, m.submitted_at from (
			select b.* from (%s) b order by submitted_at desc, id desc limit 1000) m', source);
		if after is not null then
			source := format('select t.* from (%s) t where t.rank < $9 or t.rank = $9 and %s', source, following);
		end if;
	else
		source := format('select m.*, 0::real as rank from (%s) m', source);
	end if;
	return query execute format('select f.id, f.rank from (%s) f order by %s limit $14', source, ordering)
	using asked, words,
		array(select jsonb_array_elements_text(filter -> 'forms'))::uuid[], array(select jsonb_array_elements_text(filter -> 'kinds')),
		array(select jsonb_array_elements_text(filter -> 'ratings')), array(select jsonb_array_elements_text(filter -> 'langs')),
		(filter ->> 'from')::timestamptz, (filter ->> 'to')::timestamptz,
		(after ->> 'rank')::real, (after ->> 'at')::timestamptz, (after ->> 'rating')::smallint, (after ->> 'id')::uuid,
		(filter ->> 'tag')::uuid, least(greatest(coalesce(most, 51), 1), 101), begun;
end
$$;
