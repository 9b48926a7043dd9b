-- Ends a bulk action or its undo after the last testimonial, and writes it to the history of the space.
create or replace function private.finish_bulk(space uuid, bulk uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
	j public.bulk_jobs;
begin
	update public.bulk_jobs b set
		state = case b.state when 'undoing' then 'undone' else 'finished' end,
		finished_at = coalesce(b.finished_at, now()),
		undone_at = case b.state when 'undoing' then now() end,
		undo_until = case b.state when 'undoing' then null else now() + interval '10 minutes' end
	where b.space_id = space and b.id = bulk returning b.* into j;
	perform private.add_space_event(space, case j.state when 'undone' then 'bulk_undone' else 'bulk_changed' end,
		case j.state when 'undone' then j.undone_by else j.created_by end,
		jsonb_build_object('bulk_id', bulk, 'action', j.action, 'changed', j.changed, 'restored', j.restored, 'left_alone', j.left_alone));
end
$$;
