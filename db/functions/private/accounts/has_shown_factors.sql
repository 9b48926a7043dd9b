-- True when the caller has no second factor, or has used it in this session: a password alone opens nothing then.
create or replace function private.has_shown_factors() returns boolean
language sql stable security definer set search_path = '' as $$
	select coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal1' or not exists (
		select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
	)
$$;

grant execute on function private.has_shown_factors() to authenticated, service_role;
