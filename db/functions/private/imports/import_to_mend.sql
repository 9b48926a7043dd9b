-- Reads the rules that check a mended row of an import: its choices and the language of the space. Nothing for callers who may not edit, or once the
-- row was added.
create or replace function private.import_to_mend(import uuid, number int) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object('space_id', i.space_id, 'columns', i.columns, 'mapping', i.mapping, 'source', i.source, 'locale', s.locale,
		'created_at', i.created_at, 'cells', r.cells)
	from public.imports i
	join public.spaces s on s.id = i.space_id
	join public.import_rows r on r.space_id = i.space_id and r.import_id = i.id
	where i.id = $1 and r.row = $2 and r.outcome in ('refused', 'duplicate') and i.state in ('finished', 'failed')
		and i.space_id = any (private.spaces_as('editor'))
$$;

grant execute on function private.import_to_mend(uuid, int) to authenticated;
