-- Asks for a file of a space: `csv` or `json` with the rows for members, `archive` with everything for owners. A job makes it. The oldest
-- of more than five files is removed.
create or replace function public.make_export(space_id uuid, format text, with_emails boolean default false) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	made uuid;
begin
	if format not in ('csv', 'json', 'archive') then
		raise exception using errcode = '22023', message = 'A file is csv, json or archive.', column = 'format';
	end if;
	if space_id <> all (private.spaces_as(case format when 'archive' then 'owner' else 'viewer' end)) then
		raise exception using errcode = '42501', message = case format when 'archive' then 'Only owners of a space may make its archive.'
			else 'Only members of a space may export it.' end;
	end if;
	perform pg_advisory_xact_lock(hashtextextended('exports of ' || space_id, 7268433));
	if exists (select from public.exports e where e.space_id = space_id and e.format = format and e.state in ('queued', 'running')) then
		raise exception using errcode = 'P0001', hint = 'export_running', message = 'Such a file is being made already.';
	end if;
	delete from public.exports e where e.space_id = space_id and e.id in (
		select x.id from public.exports x where x.space_id = space_id and x.state in ('ready', 'failed') order by x.created_at desc offset 4);
	insert into public.exports (space_id, format, with_emails, made_by) values (space_id, format, with_emails, auth.uid()) returning id into made;
	insert into plaudit.jobs (kind, payload) values ('export', jsonb_build_object('space_id', space_id, 'export_id', made));
	return made;
end
$$;

grant execute on function public.make_export(uuid, text, boolean) to authenticated;
