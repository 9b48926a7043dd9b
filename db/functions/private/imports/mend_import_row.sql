-- Adds a row of an import that was refused, as a member mended it. False when it was added meanwhile.
create or replace function private.mend_import_row(import uuid, mended jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	i record;
	r record;
	scope text;
begin
	select x.space_id, x.mapping, x.source, x.state into i from public.imports x
	where x.id = import and x.space_id = any (private.spaces_as('editor')) for update;
	if not found then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may mend its imports.';
	end if;
	select y.outcome into r from public.import_rows y
	where y.space_id = i.space_id and y.import_id = import and y.row = (mended ->> 'row')::int for update;
	if not found or r.outcome not in ('refused', 'duplicate') or i.state not in ('finished', 'failed') then
		return false;
	end if;
	scope := case i.mapping ->> 'consent' when 'public' then 'public' else 'private' end;
	perform private.insert_imported(i.space_id, import,
		(select f.id from public.forms f where f.space_id = i.space_id and f.id = (i.mapping ->> 'form_id')::uuid),
		auth.uid()::text, scope, private.import_wording(scope = 'public'), i.source, jsonb_build_array(mended));
	update public.imports x set added = x.added + 1, replies = x.replies + (mended -> 'reply' ->> 'body' is not null)::int,
		pictures = x.pictures + jsonb_array_length(coalesce(nullif(mended -> 'pictures', 'null'), '[]')),
		refused = x.refused - (r.outcome = 'refused')::int, duplicates = x.duplicates - (r.outcome = 'duplicate')::int
	where x.space_id = i.space_id and x.id = import;
	if jsonb_array_length(coalesce(nullif(mended -> 'pictures', 'null'), '[]')) > 0 then
		insert into plaudit.jobs (kind, payload)
		values ('fetch_import_pictures', jsonb_build_object('space_id', i.space_id, 'import_id', import));
	end if;
	return true;
end
$$;

grant execute on function private.mend_import_row(uuid, jsonb) to authenticated;
