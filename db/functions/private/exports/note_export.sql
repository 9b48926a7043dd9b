-- Notes the progress of an export; false when it was stopped.
create or replace function private.note_export(space uuid, export uuid, done bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
	update public.exports e set done_bytes = $3 where e.space_id = $1 and e.id = $2 and e.state = 'running';
	return found;
end
$$;

grant execute on function private.note_export(uuid, uuid, bigint) to service_role;
