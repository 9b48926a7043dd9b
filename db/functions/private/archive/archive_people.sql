-- The accounts with these addresses, if they are confirmed.
create or replace function private.archive_people(emails text[]) returns table (email text, id uuid)
language sql stable security definer set search_path = '' as $$
	select u.email, u.id from auth.users u
	where u.email = any ($1) and u.email_confirmed_at is not null and u.deleted_at is null
$$;

grant execute on function private.archive_people(text[]) to service_role;
