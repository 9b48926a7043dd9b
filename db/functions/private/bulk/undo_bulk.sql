-- Queues the undo of a bulk action for an editor of its space; one that still runs is stopped by it. Returns {id, count}, the number of testimonials
-- that were changed; null for strangers and for no such action.
create or replace function private.undo_bulk(bulk uuid) returns jsonb
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
	elsif j.state not in ('undoing', 'undone') then
		if j.undo_until is null or j.undo_until < now() then
			raise exception using errcode = '55000', message = 'It can be undone for ten minutes. Change the testimonials again instead.';
		end if;
		update public.bulk_jobs b set state = 'undoing', undone_by = auth.uid(), problem = null where b.id = bulk;
		insert into plaudit.jobs (kind, payload) values ('run_bulk', jsonb_build_object('space_id', j.space_id, 'bulk_id', bulk));
	end if;
	return jsonb_build_object('id', bulk, 'count', j.changed);
end
$$;

grant execute on function private.undo_bulk(uuid) to authenticated;
