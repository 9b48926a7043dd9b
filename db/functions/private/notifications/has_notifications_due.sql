-- True when an event waits for its mails or a mail is due.
create or replace function private.has_notifications_due() returns boolean
language sql stable security definer set search_path = '' as $$
	select exists (select from private.notification_events)
		or exists (select from private.notification_mails m where m.closed_at is null and m.run_at <= now())
$$;

grant execute on function private.has_notifications_due() to service_role;
