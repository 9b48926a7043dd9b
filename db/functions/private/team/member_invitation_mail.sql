-- The contents of an invitation's mail; no row once the invitation is settled or has expired.
create or replace function private.member_invitation_mail(invitation uuid, out space_id uuid, out email text, out role text, out space text,
	out locale text, out inviter text, out expires_at timestamptz, out version int) returns setof record
language sql stable security definer set search_path = '' as $$
	select i.space_id, i.email, i.role, s.name, s.locale,
		coalesce(p.full_name, p.username), i.expires_at, i.version
	from public.member_invitations i
	join public.spaces s on s.id = i.space_id
	join public.profiles p on p.id = i.invited_by
	where i.id = invitation and private.member_invitation_state(i) = 'open'
$$;

grant execute on function private.member_invitation_mail(uuid) to service_role;
