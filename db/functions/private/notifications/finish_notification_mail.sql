-- Closes a mail (sent, empty, refused, given_up), or with outcome `retry` leaves it for a later attempt. An attempt whose lease ended
-- changes nothing. What the mail server answered to a refused address is shown in the member's settings until a mail was accepted.
create or replace function private.finish_notification_mail(space uuid, mail uuid, attempt int, outcome text, reason text, pause interval)
returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	member uuid;
begin
	update private.notification_mails m
	set closed_at = case when outcome <> 'retry' then now() end, outcome = case when outcome <> 'retry' then outcome end,
		run_at = case when outcome = 'retry' then now() + pause else m.run_at end, last_error = reason
	where m.space_id = space and m.id = mail and m.attempts = attempt and m.closed_at is null
	returning m.user_id into member;
	if member is null then
		return;
	end if;
	if outcome = 'refused' then
		insert into public.notification_settings as c (space_id, user_id, refusal, refused_at) values (space, member, left(reason, 500), now())
		on conflict on constraint notification_settings_pkey do update set refusal = excluded.refusal, refused_at = excluded.refused_at;
	elsif outcome = 'sent' then
		update public.notification_settings c set refusal = null, refused_at = null
		where c.space_id = space and c.user_id = member and c.refused_at is not null;
	end if;
end
$$;

grant execute on function private.finish_notification_mail(uuid, uuid, int, text, text, interval) to service_role;
