-- Stores what a member chose by the link in a mail. It does nothing for a former member.
create or replace function private.choose_notifications(space uuid, member uuid, new_testimonial text, edited_or_withdrawn boolean) returns void
language sql volatile security definer set search_path = '' as $$
	insert into public.notification_settings as c (space_id, user_id, new_testimonial, edited_or_withdrawn)
	select m.space_id, m.user_id, $3, $4 from public.space_members m where m.space_id = space and m.user_id = member
	on conflict on constraint notification_settings_pkey
	do update set new_testimonial = excluded.new_testimonial, edited_or_withdrawn = excluded.edited_or_withdrawn
$$;

grant execute on function private.choose_notifications(uuid, uuid, text, boolean) to service_role;
