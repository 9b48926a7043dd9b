-- Stops the mails about a testimonial to its submitter, or allows them again.
create or replace function private.stop_submitter_mails(testimonial uuid, stop boolean) returns void
language sql volatile security definer set search_path = '' as $$
	update public.testimonial_contacts c set mails_stopped_at = case when stop then coalesce(c.mails_stopped_at, now()) end
	from public.testimonials t where t.id = testimonial and c.space_id = t.space_id and c.testimonial_id = t.id
$$;

grant execute on function private.stop_submitter_mails(uuid, boolean) to service_role;
