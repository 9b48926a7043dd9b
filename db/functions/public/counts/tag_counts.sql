-- The number of testimonials of each tag of a space, for its members; tags without any are left out.
create or replace function public.tag_counts(space_id uuid) returns table (tag_id uuid, number bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
	asked constant uuid := tag_counts.space_id;
begin
	if asked is null or asked <> all (private.spaces_for('viewer', 'testimonials:read')) then
		raise exception using errcode = '42501', message = 'Only members of a space may see its counts.';
	end if;
	return query
	select c.key, sum(c.number)::bigint from private.counted_parts(asked, 't') c group by c.key having sum(c.number) > 0;
end
$$;

grant execute on function public.tag_counts(uuid) to authenticated;
