-- Stops a bulk action that runs, for an editor of its space: what it changed stays and can be undone for ten minutes, the rest is not touched.
-- Waits for the piece that is being written. An ended action and an undo stay as they are. Returns {id, count}, the number of testimonials that
-- were changed; null for strangers and for no such action.
create or replace function private.end_bulk(bulk uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	j public.bulk_jobs;
begin
	select * into j from public.bulk_jobs b where b.id = bulk and b.space_id = any (private.spaces_as('viewer')) for update;
	if not found then
		return null;
	elsif j.space_id <> all (private.spaces_as('editor')) then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may change its testimonials.';
	elsif j.state in ('queued', 'running') then
		update public.bulk_jobs b set state = 'stopped', finished_at = now(), undo_until = now() + interval '10 minutes' where b.id = bulk;
		perform private.add_space_event(j.space_id, 'bulk_changed', auth.uid(),
			jsonb_build_object('bulk_id', bulk, 'action', j.action, 'changed', j.changed, 'restored', 0, 'left_alone', j.left_alone));
	end if;
	return jsonb_build_object('id', bulk, 'count', j.changed);
end
$$;

grant execute on function private.end_bulk(uuid) to authenticated;
