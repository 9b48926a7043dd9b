-- Reads the submitter for the unsubscribe page; null when the testimonial was erased or has no address.
create or replace function private.read_submitter_mails(testimonial uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object('space', jsonb_build_object('name', s.name, 'locale', s.locale, 'brand', s.brand),
		'email', c.email, 'locale', t.locale, 'stopped_at', c.mails_stopped_at)
	from public.testimonials t
	join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id
	join public.spaces s on s.id = t.space_id
	where t.id = testimonial
$$;

grant execute on function private.read_submitter_mails(uuid) to service_role;
