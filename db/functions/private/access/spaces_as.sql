-- The spaces in which the caller has at least a role. Policies call it once for each statement. Empty while a second factor has
-- not been shown in this session, as private.has_shown_factors says. PL/pgSQL keeps the plan of its query, and the claims are parsed
-- once: auth.uid() and auth.role() would parse them at each call, which took half the time of a small read.
create or replace function private.spaces_as(least_role text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
	claims constant jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}');
	has_password_only constant boolean := coalesce(claims ->> 'aal', 'aal1') = 'aal1';
	caller uuid;
begin
	if claims ->> 'role' is distinct from 'authenticated' then
		return '{}';
	end if;
	caller := nullif(claims ->> 'sub', '');
	return (
		select coalesce(array_agg(m.space_id), '{}')
		from public.space_members m
		where m.user_id = caller
			and array_position(array['viewer', 'editor', 'owner'], m.role) >= array_position(array['viewer', 'editor', 'owner'], least_role)
			and not (has_password_only and exists (
				select from auth.mfa_factors f where f.user_id = caller and f.status = 'verified'
			))
	);
end
$$;

grant execute on function private.spaces_as(text) to authenticated, service_role;
