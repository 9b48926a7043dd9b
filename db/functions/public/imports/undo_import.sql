-- Undoes an import: a job deletes every testimonial that it added, also those that were approved since. One that still runs is stopped.
create or replace function public.undo_import(import_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	i record;
begin
	select x.space_id, x.state, x.undo_until into i from public.imports x
	where x.id = import_id and x.space_id = any (private.spaces_as('editor')) for update;
	if not found then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may undo its imports.';
	end if;
	if i.state in ('undoing', 'undone') then
		return;
	end if;
	if i.undo_until < now() then
		raise exception using errcode = '22023', message = 'An import can be undone for 30 days. Delete its testimonials one by one.';
	end if;
	begin
		update public.imports x set state = 'undoing', undo_until = null where x.id = import_id;
	exception
		when unique_violation then
			raise exception using errcode = '55006', message = 'Another import of this space is running. Undo this one when it has ended.';
	end;
	perform private.remove_import_file(i.space_id, import_id);
	perform private.add_space_event(i.space_id, 'import_undone', auth.uid(), jsonb_build_object('import_id', import_id));
	insert into plaudit.jobs (kind, payload) values ('undo_import', jsonb_build_object('space_id', i.space_id, 'import_id', import_id));
end
$$;

grant execute on function public.undo_import(uuid) to authenticated;
