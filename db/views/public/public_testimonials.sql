-- The testimonials of private.shown_testimonials for API clients: members list those of their spaces. The security barrier keeps a function in a
-- client's condition from seeing other rows.
create or replace view public.public_testimonials with (security_barrier = true) as
select s.id, s.space_id, s.form_id, s.kind, s.body, s.is_excerpt, s.rating, s.author_name, s.author_title, s.author_company, s.author_url,
	s.author_avatar_path, s.locale, s.source, s.source_url, s.is_pinned, s.reward_disclosure, s.submitted_at, s.approved_at, s.consent_scope,
	s.basis, s.reply, s.media, s.answers, s.tag_ids,
	(select i.item from private.shown_items i where i.space_id = s.space_id and i.testimonial_id = s.id) as item, s.title
from private.shown_testimonials s
where s.space_id = any ((select private.listed_spaces())::uuid[]);

alter view public.public_testimonials owner to product_door;
grant select on public.public_testimonials to anon, authenticated, service_role;
