-- The number of new testimonials of a space that its search does not know yet, at most 1,001, for its members.
create or replace function public.unsearched_testimonials(space_id uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
declare
	asked constant uuid := unsearched_testimonials.space_id;
begin
	if asked is null or asked <> all (private.spaces_for('viewer', 'testimonials:read')) then
		raise exception using errcode = '42501', message = 'Only members of a space may search its testimonials.';
	end if;
	return (select count(*) from (select from private.unindexed_testimonials u where u.space_id = asked limit 1001) q);
end
$$;

revoke all on function public.unsearched_testimonials(uuid) from public;
grant execute on function public.unsearched_testimonials(uuid) to authenticated;
