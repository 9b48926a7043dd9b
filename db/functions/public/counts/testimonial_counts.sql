-- The testimonials of a space for its members, by what the views of the inbox distinguish.
create or replace function public.testimonial_counts(space_id uuid)
returns table (status text, spam_state text, kind text, is_pinned boolean, is_withdrawn boolean, number bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
	asked constant uuid := testimonial_counts.space_id;
begin
	if asked is null or asked <> all (private.spaces_for('viewer', 'testimonials:read')) then
		raise exception using errcode = '42501', message = 'Only members of a space may see its counts.';
	end if;
	return query
	select p.status, p.spam_state, p.kind, p.is_pinned, p.is_withdrawn, sum(c.number)::bigint
	from private.counted_testimonials(asked) c, private.state_parts(c.state) p
	group by 1, 2, 3, 4, 5 having sum(c.number) > 0;
end
$$;

grant execute on function public.testimonial_counts(uuid) to authenticated;
