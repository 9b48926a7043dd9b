-- Moves the digests of a member that wait for 08:00 to 08:00 of the new time zone.
create or replace function private.move_digests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	update private.notification_mails m set run_at = private.next_digest(now(), new.time_zone)
	from public.space_members s
	where s.user_id = new.id and m.space_id = s.space_id and m.user_id = s.user_id
		and m.kind = 'digest' and m.attempts = 0 and m.closed_at is null;
	return null;
end
$$;
