-- Content of the mail to a submitter whose testimonial became public; no row when no mail is due, or the
-- space has switched it off. The date of a publication that has ended is
-- removed, so that the next one is mailed. `may_go` is false when the mails of the space are used up (private.take_mail_budget), or the three of an
-- hour to one mailbox: an owner may publish many testimonials that name the address of another person.
create or replace function private.published_mail(testimonial uuid, most int)
returns table (email text, space uuid, space_name text, color text, locale text, body text, is_part boolean, scope text, wall text, published_at timestamptz, may_go boolean)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
	update private.receipts r set published_at = null
	from public.testimonials t where r.testimonial_id = $1 and t.id = r.testimonial_id and not t.is_public;
	return query
		select c.email, s.id, s.name, s.brand ->> 'color', t.locale,
			coalesce(substr(t.body, t.excerpt_start + 1, t.excerpt_end - t.excerpt_start), t.body), t.excerpt_start is not null,
			t.live_scope, private.walls_showing(t.space_id, t.id) -> 0 ->> 'slug', r.published_at,
			case when $2 is null or private.take_address_budget(sha256(convert_to('published mails to ' || private.mailbox_of(c.email), 'UTF8')), 3)
				then private.take_mail_budget(s.id, $2) else false end
		from public.testimonials t
		join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id and c.mails_stopped_at is null
		join private.receipts r on r.testimonial_id = t.id and r.published_at is not null
		join public.spaces s on s.id = t.space_id
		where t.id = $1 and t.is_public
			and not exists (select from public.customer_mails_off o where o.space_id = t.space_id and o.mail = 'published');
end
$$;

grant execute on function private.published_mail(uuid, int) to service_role;
