-- Deletes one piece of what no one approved within the retention time of a space, and returns its size; 0 when no space has more.
create or replace function private.apply_retention(run uuid, most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	s record;
	gone record;
begin
	for s in select x.id, x.retention_days from public.spaces x where x.retention_days is not null order by x.id loop
		-- Locked and checked again: a decision of this moment counts.
		gone := private.erase_testimonials(s.id, array(
			select t.id from public.testimonials t
			where t.space_id = s.id and t.status in ('pending', 'rejected') and t.approved_at is null
				and t.id in (select private.never_approved(s.id, now() - make_interval(days => s.retention_days)))
			order by t.id limit most for update));
		if gone.erased > 0 then
			perform private.remove_versions(gone.versions);
			perform private.count_space_event(s.id, 'retention_applied', null, run, gone.erased);
			return gone.erased;
		end if;
	end loop;
	return 0;
end
$$;

grant execute on function private.apply_retention(uuid, int) to service_role;
