-- Deletes one piece of the spam of a space, and returns its size. What a member approves meanwhile stays.
create or replace function private.purge_spam(space uuid, until timestamptz, actor uuid, run uuid, most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	gone record;
begin
	gone := private.erase_testimonials(space, array(
		select t.id from public.testimonials t
		where t.space_id = space and t.status = 'pending' and t.spam_state <> 'clean' and t.withdrawn_at is null and t.submitted_at <= until
		order by t.id limit most for update));
	perform private.remove_versions(gone.versions);
	if gone.erased > 0 then
		perform private.count_space_event(space, 'spam_purged', actor, run, gone.erased);
	end if;
	return gone.erased;
end
$$;

grant execute on function private.purge_spam(uuid, timestamptz, uuid, uuid, int) to service_role;
