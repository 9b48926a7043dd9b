-- The content that an archive of a space would hold, by part: how many of what, and about how many bytes. For owners; others get no row. Above three
-- hundred testimonials the bytes of words and history, and the entries of the history, are those of a sample, scaled to all; so are the bytes of
-- as many invitations.
create or replace function public.export_sizes(space_id uuid) returns table (part text, counts bigint[], bytes bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	most constant int := 300;
	total bigint;
	sampled uuid[];
	-- Testimonials for each one of the sample.
	share numeric;
begin
	if space_id <> all (private.spaces_as('owner')) then
		return;
	end if;
	select coalesce(sum(c.number), 0) into total from private.counted_testimonials(space_id) c;
	-- Ids are random, so the first ones are of any age.
	select array_agg(x.id) into sampled from (
		select t.id from public.testimonials t where t.space_id = space_id order by t.id limit most) x;
	share := case when cardinality(sampled) >= most then total::numeric / most else 1 end;
	-- A row as JSON is about twice as long as it is stored: names of columns come with each.
	return query
	select 'words', array[total, (select count(*) from public.testimonial_versions x where x.space_id = space_id)],
		(2 * share * ((select coalesce(sum(pg_column_size(x)), 0) from public.testimonials x where x.space_id = space_id and x.id = any (sampled))
			+ (select coalesce(sum(pg_column_size(x)), 0) from public.testimonial_versions x
				where x.space_id = space_id and x.testimonial_id = any (sampled))
			+ (select coalesce(sum(pg_column_size(x)), 0) from public.testimonial_answers x
				where x.space_id = space_id and x.testimonial_id = any (sampled))))::bigint
	union all
	select 'history', array[(share * c.number)::bigint, (share * e.number)::bigint], (2 * share * (c.bytes + e.bytes))::bigint
	from (select count(*) as number, coalesce(sum(pg_column_size(x)), 0) as bytes from public.consents x
			where x.space_id = space_id and x.testimonial_id = any (sampled)) c,
		(select count(*) as number, coalesce(sum(pg_column_size(x)), 0) as bytes from public.testimonial_events x
			where x.space_id = space_id and x.testimonial_id = any (sampled)) e
	union all
	select 'media', array[count(*) filter (where x.kind = 'photo'), count(*) filter (where x.kind <> 'photo'),
			(select count(*) from public.captions c where c.space_id = space_id)],
		(select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
			where o.bucket_id in ('brand', 'photos', 'recordings') and o.name > space_id || '/' and o.name < space_id || '0')
	from public.media x where x.space_id = space_id
	union all
	select 'setup', array[(select count(*) from public.forms x where x.space_id = space_id),
			(select count(*) from public.walls x where x.space_id = space_id), (select count(*) from public.tags x where x.space_id = space_id)],
		2 * ((select coalesce(sum(pg_column_size(x)), 0) from public.forms x where x.space_id = space_id)
			+ (select coalesce(sum(pg_column_size(x)), 0) from public.walls x where x.space_id = space_id))::bigint
		+ (2 * share * (select coalesce(sum(pg_column_size(x)), 0) from public.testimonial_tags x
			where x.space_id = space_id and x.testimonial_id = any (sampled)))::bigint
	union all
	select 'people', array[i.total::bigint, (select count(*) from public.space_members m where m.space_id = space_id)],
		(2 * case when i.number >= most then i.total / most else 1 end * i.bytes)::bigint
	from (select (select coalesce(sum(c.number), 0) from private.counted_parts(space_id, 'i') c) as total, count(*) as number,
			coalesce(sum(pg_column_size(x)), 0) as bytes
		from (select i.* from public.invitations i where i.space_id = space_id order by i.id limit most) x) i;
end
$$;

grant execute on function public.export_sizes(uuid) to authenticated;
