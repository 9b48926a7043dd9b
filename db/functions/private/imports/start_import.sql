-- Begins an import: its row, the row of its file, and the job. `about` is {file_name, source, columns, mapping, row_count, summary}; `file` is
-- {version, size, metadata} of bytes that are stored already.
create or replace function private.start_import(space uuid, import uuid, about jsonb, file jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	form uuid := (about #>> '{mapping,form_id}')::uuid;
begin
	if space is null or space <> all (private.spaces_as('editor')) then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may import.';
	end if;
	if form is not null and not exists (select from public.forms f where f.id = form and f.space_id = space) then
		raise exception using errcode = '22023', message = 'This form is not one of this space.', column = 'form_id';
	end if;
	insert into public.imports (space_id, id, file_name, source, columns, mapping, row_count, summary, created_by)
	values (space, import, about ->> 'file_name', about ->> 'source', about -> 'columns', about -> 'mapping',
		(about ->> 'row_count')::int, about -> 'summary', auth.uid());
	insert into storage.objects (bucket_id, name, version, metadata)
	values ('imports', format('%s/%s', space, import), (file ->> 'version'), file -> 'metadata');
	insert into plaudit.jobs (kind, payload) values ('run_import', jsonb_build_object('space_id', space, 'import_id', import));
end
$$;

grant execute on function private.start_import(uuid, uuid, jsonb, jsonb) to authenticated;
