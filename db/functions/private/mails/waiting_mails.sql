-- Mails to members and customers that wait, for /metrics. Those to accounts are jobs.
create or replace function private.waiting_mails(out notifications bigint, out invitations bigint)
language sql stable security definer set search_path = '' as $$
	select (select count(*) from private.notification_mails where closed_at is null),
		(select count(*) from private.invitation_mails where sent_at is null)
$$;

grant execute on function private.waiting_mails() to service_role;
