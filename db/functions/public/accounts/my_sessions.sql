-- The open sessions of the caller, with the caller's own network addresses.
create or replace function public.my_sessions() returns table (
	id uuid, user_agent text, ip text, aal text, created_at timestamptz, used_at timestamptz, is_current boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
begin
	return query
		select s.id, s.user_agent, s.ip, s.aal, s.created_at, coalesce(s.refreshed_at, s.created_at), s.id = own.id
		from auth.sessions s
		where s.user_id = own.user_id and (s.not_after is null or s.not_after > now())
		order by s.id = own.id desc, coalesce(s.refreshed_at, s.created_at) desc, s.id;
end
$$;

grant execute on function public.my_sessions() to authenticated;
