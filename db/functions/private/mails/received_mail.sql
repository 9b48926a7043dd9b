-- Reads the words of the mail with the private link: no row when the testimonial was erased, is spam, or its submitter wants no mails.
-- `may_go` is false when the mails of the space are used up (private.take_mail_budget).
create or replace function private.received_mail(testimonial uuid, most int)
returns table (email text, space_name text, color text, locale text, author_name text, body text, may_go boolean)
language sql volatile security definer set search_path = '' as $$
	select c.email, s.name, s.brand ->> 'color', t.locale, t.author_name, t.body, private.take_mail_budget(s.id, $2)
	from public.testimonials t
	join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id and c.mails_stopped_at is null
	join public.spaces s on s.id = t.space_id
	where t.id = $1 and t.spam_state <> 'spam'
$$;

grant execute on function private.received_mail(uuid, int) to service_role;
