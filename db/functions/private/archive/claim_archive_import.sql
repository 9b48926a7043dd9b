-- The row that the job of an archive needs; nothing when it was stopped, or has ended.
create or replace function private.claim_archive_import(import uuid)
returns table (state text, user_id uuid, email text, slug text, version text, size bigint)
language sql volatile security definer set search_path = '' as $$
	select a.state, a.user_id, case when u.email_confirmed_at is not null then u.email end, a.slug, o.version, a.file_bytes
	from public.archive_imports a
	join auth.users u on u.id = a.user_id and u.deleted_at is null
	left join storage.objects o on o.bucket_id = 'archives' and o.name = format('%s/%s', a.user_id, a.id)
	where a.id = $1 and a.state in ('reading', 'loading')
$$;

grant execute on function private.claim_archive_import(uuid) to service_role;
