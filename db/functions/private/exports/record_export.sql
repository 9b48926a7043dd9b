-- Records that the caller downloads the rows or the archive of a space. Returns the name of the space, the slug of its first form, and
-- whether the caller owns it; nothing for others than members.
create or replace function private.record_export(space uuid, format text, with_emails boolean)
returns table (name text, slug text, is_owner boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
	owned boolean := space = any (private.spaces_as('owner'));
begin
	if space <> all (private.spaces_as('viewer')) then
		return;
	end if;
	if owned or format <> 'archive' then
		perform private.add_space_event(space, case format when 'archive' then 'archive_made' else 'exported' end, auth.uid(),
			jsonb_build_object('format', format, 'emails', with_emails));
	end if;
	return query
		select s.name, coalesce((select f.slug from public.forms f where f.space_id = s.id order by f.created_at, f.id limit 1), 'space'), owned
		from public.spaces s where s.id = space;
end
$$;

grant execute on function private.record_export(uuid, text, boolean) to authenticated;
