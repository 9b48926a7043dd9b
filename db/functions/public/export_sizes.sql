-- What an archive of a space would hold, by part: how many of what, and about how many bytes. For owners; others get no row.
create or replace function public.export_sizes(space_id uuid) returns table (part text, counts bigint[], bytes bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
	if space_id <> all (private.spaces_as('owner')) then
		return;
	end if;
	-- A row as JSON is about twice as long as it is stored: names of columns come with each.
	return query
	select 'words', array[(select count(*) from public.testimonials x where x.space_id = space_id),
			(select count(*) from public.testimonial_versions x where x.space_id = space_id)],
		2 * ((select coalesce(sum(pg_column_size(x)), 0) from public.testimonials x where x.space_id = space_id)
			+ (select coalesce(sum(pg_column_size(x)), 0) from public.testimonial_versions x where x.space_id = space_id)
			+ (select coalesce(sum(pg_column_size(x)), 0) from public.testimonial_answers x where x.space_id = space_id))::bigint
	union all
	select 'history', array[(select count(*) from public.consents x where x.space_id = space_id),
			(select count(*) from public.testimonial_events x where x.space_id = space_id)],
		2 * ((select coalesce(sum(pg_column_size(x)), 0) from public.consents x where x.space_id = space_id)
			+ (select coalesce(sum(pg_column_size(x)), 0) from public.testimonial_events x where x.space_id = space_id))::bigint
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
			+ (select coalesce(sum(pg_column_size(x)), 0) from public.walls x where x.space_id = space_id)
			+ (select coalesce(sum(pg_column_size(x)), 0) from public.testimonial_tags x where x.space_id = space_id))::bigint
	union all
	select 'people', array[count(*), (select count(*) from public.space_members m where m.space_id = space_id)],
		2 * coalesce(sum(pg_column_size(x)), 0)::bigint
	from public.invitations x where x.space_id = space_id;
end
$$;

alter function public.export_sizes(uuid) owner to product_door;
grant execute on function public.export_sizes(uuid) to authenticated;
