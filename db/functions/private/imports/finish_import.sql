-- Ends an import: its file is deleted, the history of the space says what came in, and pictures are fetched by a job of their own.
-- `problem` is why it ended before its last row.
create or replace function private.finish_import(space uuid, import uuid, problem text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	i record;
begin
	update public.imports x set state = case when problem is null then 'finished' else 'failed' end, problem = problem, finished_at = now(),
		undo_until = now() + interval '30 days'
	where x.space_id = space and x.id = import and x.state in ('queued', 'running')
	returning x.* into i;
	if not found then
		return;
	end if;
	if problem is not null then
		update public.import_rows r set outcome = 'left_out', problem = 'answers_nothing', reason = 'The import ended before it.'
		where r.space_id = space and r.import_id = import and r.outcome = 'reply' and r.testimonial_id is null;
	end if;
	perform private.remove_import_file(space, import);
	perform private.add_space_event(space, case when problem is null then 'imported' else 'import_failed' end, i.created_by,
		jsonb_build_object('import_id', import, 'source', i.source, 'added', i.added, 'duplicates', i.duplicates, 'refused', i.refused,
			'left_out', i.left_out, 'replies', i.replies, 'erased', i.erased));
	if problem is null then
		perform private.note_webhook_event(space, 'import.finished', null, import);
	end if;
	if i.pictures > 0 then
		insert into plaudit.jobs (kind, payload)
		values ('fetch_import_pictures', jsonb_build_object('space_id', space, 'import_id', import));
	end if;
end
$$;

grant execute on function private.finish_import(uuid, uuid, text) to service_role;
