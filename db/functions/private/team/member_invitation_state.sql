-- The state of an invitation: `open` until it is accepted, declined, revoked or expired. While its inviter is banned it counts as
-- revoked: a banned person must not come back by a link that they sent to another address of theirs.
create or replace function private.member_invitation_state(invitation public.member_invitations) returns text
language sql stable set search_path = '' as $$
	select case
		when invitation.accepted_at is not null then 'accepted'
		when invitation.revoked_at is not null then 'revoked'
		when invitation.declined_at is not null then 'declined'
		when exists (select from auth.users u where u.id = invitation.invited_by and u.banned_until > now()) then 'revoked'
		when invitation.expires_at <= now() then 'expired'
		else 'open'
	end
$$;
