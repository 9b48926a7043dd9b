-- Number of mails to members and customers whose time has come. Those to accounts are jobs.
create or replace function private.due_mails() returns bigint
language sql stable security definer set search_path = '' as $$
	select (select count(*) from private.notification_mails where closed_at is null and run_at <= now())
		+ (select count(*) from private.invitation_mails where sent_at is null and due_at <= now())
$$;

grant execute on function private.due_mails() to service_role;
