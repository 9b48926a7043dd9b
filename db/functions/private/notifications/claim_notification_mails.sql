-- Takes due mails for `lease`; after that another worker may take them. Returns what each mail says, by private.notification_mail.
create or replace function private.claim_notification_mails(most int, lease interval) returns setof jsonb
language sql volatile security definer set search_path = '' as $$
	with due as (
		select m.space_id, m.id from private.notification_mails m
		where m.closed_at is null and m.run_at <= now()
		order by m.run_at limit most
		for update skip locked
	), taken as (
		update private.notification_mails m set attempts = m.attempts + 1, run_at = now() + lease
		from due where m.space_id = due.space_id and m.id = due.id
		returning m.space_id, m.id, m.attempts
	)
	select private.notification_mail(t.space_id, t.id) || jsonb_build_object('attempts', t.attempts) from taken t
$$;

grant execute on function private.claim_notification_mails(int, interval) to service_role;
