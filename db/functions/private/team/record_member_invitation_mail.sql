-- Notes that the mail of an invitation was sent, or why the mail server refused it.
create or replace function private.record_member_invitation_mail(invitation uuid, failure text) returns void
language sql volatile security definer set search_path = '' as $$
	update public.member_invitations i
	set sent_at = case when $2 is null then now() end, failure = left($2, 500)
	where i.id = $1
$$;

grant execute on function private.record_member_invitation_mail(uuid, text) to service_role;
