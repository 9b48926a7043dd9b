-- Captions of public testimonials of a space, their own language first, without drafts and those of recordings that wait to
-- replace others.
create or replace function private.shown_captions(space uuid, testimonials uuid[])
returns table (testimonial_id uuid, locale text, vtt text)
language sql stable security definer set search_path = '' as $$
	select c.testimonial_id, c.locale, c.vtt
	from public.captions c
	join public.media m on m.space_id = c.space_id and m.id = c.media_id and m.replaces is null
	join public.testimonials t on t.space_id = c.space_id and t.id = c.testimonial_id and t.is_public
	where c.space_id = $1 and c.testimonial_id = any ($2) and not c.is_draft
	order by c.locale <> t.locale, c.locale
$$;

grant execute on function private.shown_captions(uuid, uuid[]) to anon;
