-- Testimonials of a space in whose author's name, former names, answers or evidence stands a text, given as private.lower_undotted: the newest
-- fifty and some more. Words that begin with those of the text are found by indexes; in the middle of a word it is found in the newest five hundred.
create or replace function private.people_named(space uuid, sought text) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
set max_parallel_workers_per_gather = 0 as $$
declare
	most constant int := 50;
	near constant int := 500;
	plain constant tsquery := private.words_begun(to_tsvector('simple', sought));
	prefixed constant tsquery := private.space_query(space, private.words_begun(private.text_words('simple', sought), 'AC'));
	-- Nothing else is read where there is no word, or where the words of the space are not all written as they are now.
	reads_all constant boolean := plain is null or prefixed is null
		or exists (select from private.unindexed_spaces u where u.space_id = space)
		or exists (select from private.dotless_spaces u where u.space_id = space);
	in_words constant text := '(strpos(private.lower_undotted(t.author_name), $2) > 0 or exists (select from public.testimonial_answers a
		where a.space_id = t.space_id and a.testimonial_id = t.id and strpos(private.lower_undotted(a.value), $2) > 0))';
	in_others constant text := '(exists (select from public.testimonial_versions v
		where v.space_id = t.space_id and v.testimonial_id = t.id and strpos(private.lower_undotted(v.author_name), $2) > 0)
		or exists (select from public.verifications v
		where v.space_id = t.space_id and v.testimonial_id = t.id and strpos(private.lower_undotted(v.evidence), $2) > 0))';
	found uuid[];
	waiting uuid[];
	others uuid[];
	hits int;
begin
	execute format('select array(select t.id from (select x.id, x.space_id, x.author_name, x.submitted_at from public.testimonials x where x.space_id = $1
		order by x.submitted_at desc, x.id desc limit %s) t where %s or %s order by t.submitted_at desc limit %s)',
		case when reads_all then 'all' else near::text end, in_words, in_others, most)
	into found using space, sought;
	if reads_all or cardinality(found) = most then
		return found;
	end if;
	-- Testimonials that wait for their words. A join with them would read all of the space before PostgreSQL 18, where a table scan is off.
	waiting := array(select u.testimonial_id from private.unindexed_testimonials u where u.space_id = space);
	execute format('select array(select t.id from public.testimonials t where t.space_id = $1 and t.id = any ($3) and %s
		order by t.submitted_at desc limit %s)', in_words, most)
	into others using space, sought, waiting;
	found := found || others;
	select count(*) filter (where w.words @@ prefixed) into hits from (
		select x.words from private.search_words x where x.space_id = space order by x.submitted_at desc, x.testimonial_id desc limit near) w;
	-- Where many have such words, along the order until fifty are found.
	if hits >= near / 20 then
		execute format('select array(select t.id from public.testimonials t where t.space_id = $1 and (%s or %s)
			order by t.submitted_at desc, t.id desc limit %s)', in_words, in_others, most)
		into others using space, sought;
		return found || others;
	end if;
	execute format('select array(select t.id from (
		select w.testimonial_id as id from private.search_words w where w.space_id = $1 and w.words @@ $3 offset 0) w
		join public.testimonials t on t.space_id = $1 and t.id = w.id where %s order by t.submitted_at desc limit %s)', in_words, most)
	into others using space, sought, prefixed;
	found := found || others;
	others := array(
		select v.testimonial_id from public.testimonial_versions v where v.space_id = space
			and to_tsvector('simple', private.lower_undotted(v.author_name)) @@ plain and strpos(private.lower_undotted(v.author_name), sought) > 0
		union
		select v.testimonial_id from public.verifications v where v.space_id = space and v.basis in ('provider', 'vouched')
			and to_tsvector('simple', private.lower_undotted(v.evidence)) @@ plain and strpos(private.lower_undotted(v.evidence), sought) > 0);
	return found || others;
end
$$;
