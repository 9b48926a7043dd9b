-- Removes a file that was made, or stops making it: for the member who asked for it, and for owners.
create or replace function public.remove_export(export_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
	delete from public.exports e
	where e.id = export_id and (e.space_id = any (private.spaces_as('owner'))
		or e.made_by = auth.uid() and e.space_id = any (private.spaces_as('viewer')));
	if not found then
		raise exception using errcode = '42501', message = 'Only owners and the member who made a file may remove it.';
	end if;
end
$$;

grant execute on function public.remove_export(uuid) to authenticated;
