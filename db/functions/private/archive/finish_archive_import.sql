-- Ends the reading or loading of an archive; false when it was stopped. `outcome` is {state, problem, reason, about, space_id}, of which
-- `about` is added to what is known.
create or replace function private.finish_archive_import(import uuid, outcome jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
	a public.archive_imports;
begin
	update public.archive_imports x
	set state = outcome ->> 'state', problem = outcome ->> 'problem', reason = left(outcome ->> 'reason', 1000),
		about = x.about || coalesce(outcome -> 'about', '{}'), space_id = (outcome ->> 'space_id')::uuid,
		finished_at = case when outcome ->> 'state' in ('done', 'refused') then now() end
	where x.id = import and x.state in ('reading', 'loading')
	returning x.* into a;
	if not found then
		return false;
	end if;
	if a.state = 'done' and a.with_invitations then
		insert into plaudit.jobs (kind, payload) values ('invite_archive_members', jsonb_build_object('archive_import_id', a.id));
	end if;
	return true;
end
$$;

grant execute on function private.finish_archive_import(uuid, jsonb) to service_role;
