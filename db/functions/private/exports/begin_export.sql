-- Reads the data that the job of an export needs; nothing when it was stopped, or when the member who asked for it may not have it any more.
create or replace function private.begin_export(space uuid, export uuid)
returns table (format text, with_emails boolean, made_by uuid, name text, slug text, total bigint)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
	update public.exports e set state = 'failed', problem = 'not_allowed', finished_at = now()
	where e.space_id = $1 and e.id = $2 and e.state in ('queued', 'running') and not exists (
		select from public.space_members m
		where m.space_id = e.space_id and m.user_id = e.made_by and (m.role = 'owner' or e.format <> 'archive'));
	return query
		update public.exports e set state = 'running', done_bytes = 0,
			total_bytes = case e.format when 'archive' then
				(select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
					where o.bucket_id in ('brand', 'photos', 'recordings') and o.name > $1 || '/' and o.name < $1 || '0')
				+ 400 * (select count(*) from public.testimonials t where t.space_id = $1) end
		from public.spaces s
		where e.space_id = $1 and e.id = $2 and e.state in ('queued', 'running') and s.id = e.space_id
		returning e.format, e.with_emails, e.made_by, s.name,
			coalesce((select f.slug from public.forms f where f.space_id = s.id order by f.created_at, f.id limit 1), 'space'), e.total_bytes;
end
$$;

grant execute on function private.begin_export(uuid, uuid) to service_role;
