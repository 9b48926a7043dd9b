-- Ends an export: with the stored file {path, version, metadata, detail}, or with the reason why there is none. False when it was stopped.
create or replace function private.finish_export(space uuid, export uuid, file jsonb, problem text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	e public.exports;
begin
	update public.exports x
	set state = case when file is null then 'failed' else 'ready' end, problem = problem, finished_at = now(), path = file ->> 'path',
		done_bytes = coalesce((file #>> '{metadata,size}')::bigint, x.done_bytes)
	where x.space_id = space and x.id = export and x.state = 'running'
	returning x.* into e;
	if not found then
		return false;
	end if;
	if file is not null then
		insert into storage.objects (bucket_id, name, version, metadata)
		values ('exports', file ->> 'path', file ->> 'version', file -> 'metadata');
		perform private.add_space_event(space, case e.format when 'archive' then 'archive_made' else 'exported' end, e.made_by,
			jsonb_build_object('format', e.format, 'emails', e.with_emails) || (file -> 'detail'));
	end if;
	return true;
end
$$;

grant execute on function private.finish_export(uuid, uuid, jsonb, text) to service_role;
