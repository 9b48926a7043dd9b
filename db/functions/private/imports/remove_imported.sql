-- Deletes the next testimonials of an import that is being undone; false when none is left.
create or replace function private.remove_imported(space uuid, import uuid, most int) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	ids uuid[];
	numbers int[];
	gone int;
begin
	perform from public.imports i where i.space_id = space and i.id = import and i.state = 'undoing' for update;
	if not found then
		return false;
	end if;
	select array_agg(n.row), array_agg(n.testimonial_id) into numbers, ids
	from (select r.row, r.testimonial_id from public.import_rows r
		where r.space_id = space and r.import_id = import and r.outcome = 'added' order by r.row limit most) n;
	if ids is null then
		update public.imports i set state = 'undone', undone_at = now() where i.space_id = space and i.id = import;
		return false;
	end if;
	update public.import_rows r set outcome = 'undone', cells = null, links = null
	where r.space_id = space and r.import_id = import
		and (r.row = any (numbers) or r.outcome = 'reply' and r.testimonial_id = any (ids));
	update public.walls w set selection = jsonb_set(w.selection, '{ids}', (
		select coalesce(jsonb_agg(x), '[]') from jsonb_array_elements_text(w.selection -> 'ids') x where x <> all (ids::text[])))
	where w.space_id = space and w.selection -> 'ids' ?| ids::text[];
	perform set_config('realtime.record', 'off', true);
	delete from public.testimonials t where t.space_id = space and t.id = any (ids) and t.source = 'import';
	get diagnostics gone = row_count;
	perform set_config('realtime.record', '', true);
	update public.imports i set removed = i.removed + gone where i.space_id = space and i.id = import;
	return true;
end
$$;

grant execute on function private.remove_imported(uuid, uuid, int) to service_role;
