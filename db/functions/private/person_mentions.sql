-- Testimonials that name an address of a person in their words, answers or evidence without being known as theirs, for an owner to look
-- at: at most twenty.
create or replace function private.person_mentions(space uuid, addresses text[], known uuid[]) returns jsonb
language sql stable set search_path = '' as $$
	select coalesce(jsonb_agg(to_jsonb(one)), '[]') from (
		select t.id, t.author_name, left(t.body, 200) as body, t.locale, t.submitted_at
		from public.testimonials t
		where t.space_id = $1 and not t.id = any ($3) and exists (
			select from unnest($2) address where strpos(lower(concat_ws(' ', t.title, t.body)), address) > 0
				or exists (select from public.testimonial_versions v
					where v.space_id = t.space_id and v.testimonial_id = t.id and strpos(lower(concat_ws(' ', v.title, v.body)), address) > 0)
				or exists (select from public.testimonial_answers a
					where a.space_id = t.space_id and a.testimonial_id = t.id and strpos(lower(a.value), address) > 0)
				or exists (select from public.verifications v
					where v.space_id = t.space_id and v.testimonial_id = t.id and strpos(lower(v.evidence), address) > 0)
				or exists (select from public.captions c
					where c.space_id = t.space_id and c.testimonial_id = t.id and strpos(lower(c.transcript), address) > 0))
		order by t.submitted_at desc, t.id limit 20) one
$$;

alter function private.person_mentions(uuid, text[], uuid[]) owner to product_door;
