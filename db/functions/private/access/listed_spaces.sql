-- The spaces whose public testimonials the caller may list: those of a member or of a key, all for the service, none for a visitor.
-- private.readable_spaces is the former one, which the migrations before keys name.
create or replace function private.listed_spaces() returns uuid[]
language sql stable security definer set search_path = '' as $$
	select case auth.role() when 'service_role' then array(select s.id from public.spaces s) else private.spaces_for('viewer', 'testimonials:read') end
$$;

grant execute on function private.listed_spaces() to anon, authenticated, service_role;
