-- The number of testimonials that a retention time would delete now, at most 1,001, for owners who are about to set it.
create or replace function public.retention_preview(space_id uuid, days int) returns int
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
	perform private.require_owner(space_id);
	if days is null or days not between 30 and 3650 then
		raise exception using errcode = '22023', message = 'Choose 30 to 3650 days.';
	end if;
	-- Called in the list of columns, the function returns row by row, so that the limit ends it.
	return (select count(*) from (select private.never_approved(space_id, now() - make_interval(days => days)) limit 1001) n);
end
$$;

grant execute on function public.retention_preview(uuid, int) to authenticated;
