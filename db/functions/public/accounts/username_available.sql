-- True when a username is valid and free.
create or replace function public.username_available(username text) returns boolean
language sql stable security definer set search_path = '' as $$
	select $1 ~ '^[a-z0-9_-]{3,30}$' and not exists (select from public.profiles p where p.username = $1)
$$;

grant execute on function public.username_available(text) to anon, authenticated, service_role;
