-- The users who share a space with the caller.
create or replace function private.people_known() returns uuid[]
language sql stable security definer set search_path = '' as $$
	select coalesce(array_agg(distinct other.user_id), '{}')
	from public.space_members mine
	join public.space_members other on other.space_id = mine.space_id
	where mine.user_id = auth.uid() and auth.role() = 'authenticated' and private.has_shown_factors()
$$;

grant execute on function private.people_known() to authenticated, service_role;
