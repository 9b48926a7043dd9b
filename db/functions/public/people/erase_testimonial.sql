-- Erases one testimonial for good; false when it is gone already.
create or replace function public.erase_testimonial(space_id uuid, testimonial_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	gone record;
begin
	perform private.require_owner(space_id);
	perform private.remember_erased(space_id, array[testimonial_id], '{}');
	gone := private.erase_testimonials(space_id, array[testimonial_id]);
	perform private.remove_versions(gone.versions);
	if gone.erased = 0 then
		return false;
	end if;
	perform private.remove_exports(space_id);
	perform private.add_space_event(space_id, 'testimonial_erased', auth.uid());
	return true;
end
$$;

grant execute on function public.erase_testimonial(uuid, uuid) to authenticated;
