-- The spaces whose public testimonials the caller may list: the own ones of a member, all for the service, none for a visitor.
create or replace function private.readable_spaces() returns uuid[]
language sql stable security definer set search_path = '' as $$
	select case auth.role() when 'service_role' then array(select s.id from public.spaces s) else private.spaces_as('viewer') end
$$;

grant execute on function private.readable_spaces() to anon, authenticated, service_role;
