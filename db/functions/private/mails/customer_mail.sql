-- The choices of a space about one of its mails to submitters: whether it is sent, the languages to write it in, best first, its own words by
-- language, and values of their placeholders. No row when the testimonial was erased.
create or replace function private.customer_mail(testimonial uuid, mail text)
returns table (is_on boolean, locales text[], texts jsonb, form_title text, author_name text)
language sql stable security definer set search_path = '' as $$
	select not exists (select from public.customer_mails_off o where o.space_id = t.space_id and o.mail = $2),
		array_remove(array[t.locale, f.locale, s.locale], null),
		coalesce((select jsonb_object_agg(x.locale, jsonb_build_object('subject', x.subject, 'body', x.body))
			from public.customer_mail_texts x where x.space_id = t.space_id and x.mail = $2), '{}'),
		f.title, t.author_name
	from public.testimonials t
	join public.spaces s on s.id = t.space_id
	left join public.forms f on f.space_id = t.space_id and f.id = t.form_id
	where t.id = $1
$$;

grant execute on function private.customer_mail(uuid, text) to service_role;
