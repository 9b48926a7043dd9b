-- Declines an invitation by its token, without a sign-in. The owners see it; a second call changes nothing.
create or replace function public.decline_member_invitation(token text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	invitation public.member_invitations := private.lock_member_invitation(token);
begin
	if invitation.declined_at is not null and invitation.revoked_at is null then
		return;
	end if;
	perform private.require_open_member_invitation(invitation);
	update public.member_invitations i set declined_at = now()
	where i.space_id = invitation.space_id and i.id = invitation.id;
end
$$;

grant execute on function public.decline_member_invitation(text) to anon, authenticated;
