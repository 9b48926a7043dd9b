-- The session of the caller, which must still exist and have shown every factor of its user. An access token outlives its session;
-- account functions must not accept it then.
create or replace function private.own_session() returns auth.sessions
language plpgsql stable security definer set search_path = '' as $$
declare
	own auth.sessions;
begin
	select s.* into own from auth.sessions s
	where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
		and (s.not_after is null or s.not_after > now());
	if own.id is null then
		raise exception using errcode = 'PT401', message = 'Your session has ended. Sign in again.';
	end if;
	if own.aal = 'aal1' and exists (select from auth.mfa_factors f where f.user_id = own.user_id and f.status = 'verified') then
		raise exception using errcode = 'PT403', message = 'Confirm with your second factor first.', hint = 'second_factor';
	end if;
	return own;
end
$$;
