-- Marks invitations whose personal link has ended.
create or replace function private.expire_invitations() returns void
language sql volatile security definer set search_path = '' as $$
	update public.invitations set state = 'expired' where state in ('sent', 'opened') and expires_at <= now()
$$;

grant execute on function private.expire_invitations() to service_role;
