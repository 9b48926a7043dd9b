-- Takes an import to run it, or to go on after a crash. Outcomes: running, busy (another one of the space runs), ended.
create or replace function private.claim_import(space uuid, import uuid, out outcome text, out about jsonb)
language plpgsql volatile security definer set search_path = '' as $$
begin
	update public.imports i set state = 'running', started_at = coalesce(i.started_at, now())
	where i.space_id = space and i.id = import and i.state in ('queued', 'running');
	if not found then
		outcome := 'ended';
		return;
	end if;
	outcome := 'running';
	select jsonb_build_object('file_name', i.file_name, 'source', i.source, 'columns', i.columns, 'mapping', i.mapping, 'done', i.done,
			'row_count', i.row_count, 'created_at', i.created_at, 'locale', s.locale, 'version', o.version,
			'size', (o.metadata ->> 'size')::bigint)
	into about
	from public.imports i
	join public.spaces s on s.id = i.space_id
	left join storage.objects o on o.bucket_id = 'imports' and o.name = format('%s/%s', space, import)
	where i.space_id = space and i.id = import;
exception
	when unique_violation then
		outcome := 'busy';
end
$$;

grant execute on function private.claim_import(uuid, uuid) to service_role;
