-- The spaces in which the caller has at least a role. Policies call it once for each statement. Empty while a second factor has
-- not been shown in this session.
create or replace function private.spaces_as(least_role text) returns uuid[]
language sql stable security definer set search_path = '' as $$
	select coalesce(array_agg(m.space_id), '{}')
	from public.space_members m
	where m.user_id = auth.uid()
		and auth.role() = 'authenticated'
		and array_position(array['viewer', 'editor', 'owner'], m.role) >= array_position(array['viewer', 'editor', 'owner'], least_role)
		and private.has_shown_factors()
$$;

alter function private.spaces_as(text) owner to product_door;
grant execute on function private.spaces_as(text) to authenticated, service_role;
