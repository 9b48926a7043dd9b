-- Shows an invitation to the holder of its link before accepting. A revoked invitation shows nothing but that; an unknown token gives null.
create or replace function public.member_invitation(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
	select case private.member_invitation_state(i)
		when 'revoked' then jsonb_build_object('state', 'revoked')
		else jsonb_build_object('state', private.member_invitation_state(i), 'space', s.name, 'email', i.email, 'role', i.role,
			'invited_by', coalesce(p.full_name, p.username), 'expires_at', i.expires_at)
		end || jsonb_build_object('member', (
			select jsonb_build_object('space_id', m.space_id, 'space', s.name, 'role', m.role, 'since', m.created_at)
			from public.space_members m
			where m.space_id = i.space_id and m.user_id = auth.uid() and i.space_id = any (private.spaces_as('viewer'))
		))
	from private.member_invitation_tokens t
	join public.member_invitations i on i.space_id = t.space_id and i.id = t.invitation_id and i.version = t.version
	join public.spaces s on s.id = i.space_id
	join public.profiles p on p.id = i.invited_by
	where t.token_hash = sha256(convert_to($1, 'UTF8'))
$$;

grant execute on function public.member_invitation(text) to anon, authenticated;
