-- Raises a sentence for an invitation that can no longer be used; the hint names its state for programs.
create or replace function private.require_open_member_invitation(invitation public.member_invitations) returns void
language plpgsql stable set search_path = '' as $$
declare
	state text := case when invitation.id is null then 'unknown' else private.member_invitation_state(invitation) end;
begin
	if state <> 'open' then
		raise exception using errcode = 'P0001', hint = 'invitation_' || state, message = case state
			when 'accepted' then 'This invitation has been used by another account. Ask for a new one.'
			when 'revoked' then 'This invitation was taken back. Ask the person who invited you.'
			when 'declined' then 'This invitation was declined. Ask the person who invited you for a new one.'
			when 'expired' then 'This invitation has expired. Ask the person who invited you for a new one.'
			else 'There is no such invitation. Open the link from the mail again, or copy it whole.'
		end;
	end if;
end
$$;
