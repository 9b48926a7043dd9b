-- Testimonials of a space with what a member typed in their words, answers, transcripts, names, companies or addresses.
-- `filter` is that of the inbox; `after` is the last row of the page before: {rank, at, rating, id}. The best are chosen among the newest
-- three hundred matches. One or two letters, or up to three digits, are whole words, and the beginnings of words in the newest thousand testimonials.
-- The next five hundred testimonials say how frequent a match is, and no search reads all: frequent matches are found along the order of the
-- page, those of a rare filter by the index of the filter, and others by the text index.
create or replace function public.search_testimonials(space_id uuid, query text, filter jsonb default '{}', sort text default 'best',
	after jsonb default null, most int default 51)
returns table (id uuid, rank real)
language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0 set random_page_cost = 1.1
set enable_seqscan = off as $$
#variable_conflict use_column
declare
	asked constant uuid := search_testimonials.space_id;
	typed constant text := left(search_testimonials.query, 200);
	-- Keys may read the words and not the people.
	hides_addresses constant boolean := asked <> all (private.spaces_for('viewer', 'people:read'));
	all_words constant tsquery := private.space_query(asked, private.search_query(asked, typed));
	all_begun constant tsquery := private.space_query(asked, private.begun_query(typed));
	words constant tsquery := case when hides_addresses then private.without_addresses(all_words) else all_words end;
	begun constant tsquery := case when hides_addresses then private.without_addresses(all_begun) else all_begun end;
	condition constant text := private.search_condition(asked, filter);
	by_rating constant boolean := sort in ('highest', 'lowest');
	-- Without a filter the words alone are read.
	is_joined constant boolean := condition <> 'true' or by_rating;
	wanted constant int := least(greatest(coalesce(most, 51), 1), 101);
	-- The most matches that the page can need.
	depth constant int := case when sort = 'best' then 300 else wanted end;
	place constant text := case when is_joined then 't.submitted_at, t.id' else 'w.submitted_at, w.testimonial_id' end;
	newest constant text := replace(place, ',', ' desc,') || ' desc';
	by_time constant text := case sort when 'oldest' then place else newest end;
	ordering constant text := case sort
		when 'highest' then 't.rating desc nulls last, ' || newest
		when 'lowest' then 't.rating nulls last, ' || newest
		when 'best' then newest when 'newest' then newest when 'oldest' then place
	end;
	-- The rows after $4 (rank), $5 (submitted_at), $6 (rating), $7 (id), in that order.
	older constant text := format('(%s) < ($5, $7)', place);
	following constant text := case
		when after is null or sort = 'best' then 'true'
		when sort = 'newest' then older
		when sort = 'oldest' then format('(%s) > ($5, $7)', place)
		when after ->> 'rating' is null then 't.rating is null and ' || older
		when sort = 'highest' then format('(t.rating < $6 or t.rating is null or t.rating = $6 and %s)', older)
		else format('(t.rating > $6 or t.rating is null or t.rating = $6 and %s)', older)
	end;
	chosen constant text := format('%s and %s', condition, following);
	columns constant text := case when is_joined then 'w.testimonial_id as id, w.submitted_at, t.rating, w.words'
		else 'w.testimonial_id as id, w.submitted_at, null::smallint as rating, w.words' end;
	joined constant text := 'join private.search_words w on w.space_id = $1 and w.testimonial_id = t.id';
	rows constant text := case when is_joined then 'public.testimonials t ' || joined || ' where t.space_id = $1'
		else 'private.search_words w where w.space_id = $1' end;
	page constant text := format('order by %s limit %s', ordering, depth);
	-- The same of rows that were chosen: the order alone, so that it is not what finds them.
	order_of_chosen constant text := replace(replace(replace(ordering, 't.', 'f.'), 'w.testimonial_id', 'f.id'), 'w.', 'f.');
	page_of_chosen constant text := format('order by %s limit %s', order_of_chosen, depth);
	passed int;
	sampled int;
	hits int;
	reach int;
	edge timestamptz;
	by_text text;
	near text;
	source text;
begin
	if asked is null or asked <> all (private.spaces_for('viewer', 'testimonials:read')) then
		raise exception using errcode = '42501', message = 'Only members of a space may search its testimonials.';
	end if;
	if condition is null or ordering is null then
		raise exception using errcode = '22023', message = 'There is no such view or order.';
	end if;
	if words is null then
		return;
	end if;

	if exists (select from private.unindexed_spaces u where u.space_id = asked) then
		if hides_addresses then
			raise exception using errcode = '22023', message = 'The search of this space is being prepared. Try again later.';
		end if;
		return query select * from private.search_former(asked, query, filter, sort, after, most);
		return;
	end if;

	execute format(case when is_joined
		then 'select count(*), count(*) filter (where %s and (select w.words @@ $2 from private.search_words w where w.space_id = $1 and w.testimonial_id = t.id))
			from (select t.* from public.testimonials t where t.space_id = $1 and %s order by %s limit 500) t'
		else 'select count(*), count(*) filter (where %s and w.words @@ $2)
			from (select w.* from private.search_words w where w.space_id = $1 and %s order by %s limit 500) w' end,
		condition, case when by_rating then 'true' else following end, by_time)
	into sampled, hits using asked, words, begun, null::real, (after ->> 'at')::timestamptz, null::smallint, (after ->> 'id')::uuid;

	-- The rows that should have so many matches, even if the sample had more of them by chance.
	reach := case when sampled < 500 then 500 when hits >= 3 then least(500 * depth / (hits - sqrt(hits)), 100000) end;
	by_text := format('select %s from %s and w.words @@ $2 and %s', columns, rows, chosen);
	-- A page along the order reads depth / f rows, and the text index reads f of all rows: where both cost the same was measured.
	if sampled < 500 or hits * hits >= depth or by_rating and hits >= 8 then
		near := format('select %s from (select r.* from %s r where r.space_id = $1 and %s order by %s limit %s) %s where %s and w.words @@ $2',
			columns, case when is_joined then 'public.testimonials' else 'private.search_words' end,
			replace(replace(following, 't.', 'r.'), 'w.', 'r.'), replace(replace(ordering, 't.', 'r.'), 'w.', 'r.'), reach,
			case when is_joined then 't ' || joined else 'w' end, condition);
	else
		if condition <> 'true' then
			execute format('select count(*) from (select from public.testimonials t where t.space_id = $1 and %s limit 1001) t', condition)
			into passed using asked;
		end if;
		if passed <= 1000 then
			by_text := format('select %s from (select t.* from public.testimonials t where t.space_id = $1 and %s limit 1000) t %s
				where w.words @@ $2 and %s', columns, condition, joined, following);
		elsif reach <= 40000 and not by_rating then
			execute format('select r.submitted_at from private.search_words r where r.space_id = $1 and %s order by %s offset $2 limit 1',
				replace(replace(replace(following, 't.id', 'r.testimonial_id'), 't.', 'r.'), 'w.', 'r.'),
				replace(replace(replace(by_time, 't.id', 'r.testimonial_id'), 't.', 'r.'), 'w.', 'r.'))
			into edge using asked, reach, null, null::real, (after ->> 'at')::timestamptz, null::smallint, (after ->> 'id')::uuid;
			near := format('%s and w.submitted_at %s %L', by_text, case sort when 'oldest' then '<=' else '>=' end, edge);
		end if;
	end if;
	by_text := format('select * from (%s offset 0) f %s', by_text, page_of_chosen);
	source := case
		when near is null then by_text
		when sampled < 500 then format('%s %s', near, page)
		-- All are searched when less were near than the page can need.
		else format('(with near as materialized (%s %s) select * from near where (select count(*) from near) >= %s
			union all select * from (%s) f where (select count(*) from near) < %3$s)', near, page, depth, by_text)
	end;
	if begun is not null then
		source := format('(%s) union all (select %s from (select %s from %s where %s and %s order by %s limit 1000) %s where w.words @@ $3 and not w.words @@ $2 %s)',
			source, columns,
			case when is_joined then 't.* ' else 'w.*' end,
			case when is_joined then 'public.testimonials t' else 'private.search_words w' end,
			case when is_joined then 't.space_id = $1' else 'w.space_id = $1' end,
			chosen, newest, case when is_joined then 't ' || joined else 'w' end, page);
	end if;
	if sort = 'best' then
		source := format('select m.id, ts_rank(m.words, coalesce($3, $2)) as rank, m.submitted_at, m.rating from (
			select b.* from (%s) b order by submitted_at desc, id desc limit %s) m', source, depth);
		if after is not null then
			source := format('select m.* from (%s) m where m.rank < $4 or m.rank = $4 and (m.submitted_at, m.id) < ($5, $7)', source);
		end if;
	else
		source := format('select m.*, 0::real as rank from (%s) m', source);
	end if;
	return query execute format('select f.id, f.rank from (%s) f order by %s limit %s', source,
		case sort when 'best' then 'f.rank desc, f.submitted_at desc, f.id desc' else order_of_chosen end, wanted)
	using asked, words, begun, (after ->> 'rank')::real, (after ->> 'at')::timestamptz, (after ->> 'rating')::smallint, (after ->> 'id')::uuid;
end
$$;

grant execute on function public.search_testimonials(uuid, text, jsonb, text, jsonb, int) to authenticated;
